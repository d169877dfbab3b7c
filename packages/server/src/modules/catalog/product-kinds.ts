import { currencyPack, powerPack, tableName, vipPlan } from '@gantry/core';

/** What can be sold: a membership plan, a pack of coins, a pack of compute. */
export const productKinds = ['vip', 'coin', 'compute'] as const;
export type ProductKind = (typeof productKinds)[number];

/** The table of each kind. */
export const productTables: Readonly<Record<ProductKind, string>> = {
  vip: tableName(vipPlan.name),
  coin: tableName(currencyPack.name),
  compute: tableName(powerPack.name),
};
