import { defineResource, type RecordOf } from '../../definition/index.ts';
import { integer } from '../../fields/index.ts';
import { packList, packName, packShow, packTerms, saleAccess, saleActions } from './sale-parts.ts';

export const currencyPack = defineResource({
  name: 'currencyPack',
  path: '/market/currency-table',
  title: 'name',
  label: { zh: '货币套餐', en: 'Coin pack' },
  help: {
    zh: '可购买的货币；改动只影响之后的订单，已售出的以快照为准',
    en: 'Coins for sale. Changes apply only to later orders; sold packs keep their snapshot.',
  },
  fields: {
    name: packName,
    coin: integer({ zh: '货币', en: 'Coins' }, { required: true, min: 1, max: 100_000_000 }),
    ...packTerms,
    ...packShow,
  },
  list: {
    columns: ['name', 'coin', 'bonus', 'price', 'validDays', 'stock', 'sales', 'revenue', 'status'],
    essential: ['coin', 'bonus'],
    ...packList,
  },
  form: [
    ['name', 'tag'],
    ['coin', 'bonus'],
    ['firstBuyBonus', 'validDays'],
    ['price', 'originalPrice'],
    ['limitPerUser', 'vipLevelRequired'],
    ['cover', 'recommended'],
    ['sort'],
  ],
  access: saleAccess,
  actions: saleActions,
});
export type CurrencyPack = RecordOf<typeof currencyPack>;
