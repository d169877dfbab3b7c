import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choices, integer } from '../../fields/index.ts';
import { capabilities } from '../ledger/credit-lot.ts';
import { packList, packName, packShow, packTerms, saleAccess, saleActions } from './sale-parts.ts';

export const powerPack = defineResource({
  name: 'powerPack',
  path: '/market/limit-table',
  title: 'name',
  label: { zh: '算力套餐', en: 'Compute pack' },
  help: {
    zh: '可购买的算力；改动只影响之后的订单，已售出的以快照为准',
    en: 'Compute for sale. Changes apply only to later orders; sold packs keep their snapshot.',
  },
  fields: {
    name: packName,
    compute: integer({ zh: '算力', en: 'Compute' }, { required: true, min: 1, max: 100_000_000 }),
    ...packTerms,
    capabilities: choices({ zh: '限用于', en: 'Limited to' }, capabilities, {
      read: 'detail',
      help: { zh: '不选表示全部', en: 'Leave empty to select all.' },
    }),
    ...packShow,
  },
  list: {
    columns: ['name', 'compute', 'bonus', 'price', 'validDays', 'stock', 'sales', 'revenue', 'status'],
    essential: ['compute', 'bonus'],
    ...packList,
  },
  form: [
    ['name', 'tag'],
    ['compute', 'bonus'],
    ['firstBuyBonus', 'validDays'],
    ['price', 'originalPrice'],
    ['limitPerUser', 'vipLevelRequired'],
    ['capabilities'],
    ['cover', 'recommended'],
    ['sort'],
  ],
  access: saleAccess,
  actions: saleActions,
});
export type PowerPack = RecordOf<typeof powerPack>;
