import type { Fields } from '../../definition/index.ts';
import { choice, choices, identifier, integer, json, reference } from '../../fields/index.ts';
import { capabilities } from '../ledger/credit-lot.ts';
import { packName, packTerms } from './sale-parts.ts';
import { vipPlan } from './vip-plan.ts';

export const productTypes = {
  vip: { zh: '会员', en: 'Membership' },
  coin: { zh: '货币', en: 'Coins' },
  compute: { zh: '算力', en: 'Compute' },
} as const;

/** The snapshot of a membership plan that is stored when a user gets it. */
export const planParts: Fields = {
  planId: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan'),
  ...vipPlan.fields,
};

/** The snapshot of its product that an order stores. */
export const productParts: Fields = {
  kind: choice({ zh: '商品类型', en: 'Product type' }, productTypes),
  plan: json({ zh: '会员套餐', en: 'Plan' }, { parts: planParts }),
  pack: json(
    { zh: '套餐', en: 'Pack' },
    {
      parts: {
        packId: identifier({ zh: '套餐编号', en: 'Pack ID' }),
        name: packName,
        amount: integer({ zh: '点数', en: 'Credits' }),
        ...packTerms,
        capabilities: choices({ zh: '可用于', en: 'Usable for' }, capabilities),
      },
    },
  ),
};
