import { currencyPack, powerPack, toTableName, vipPlan } from '@gantry/core';
import type { RowOf } from '../../platform/store/database.ts';
import { createPlanSnapshot, type PlanSnapshot } from '../memberships/index.ts';

/** What can be sold: a membership plan, a pack of coins, a pack of compute. */
const productKinds = ['vip', 'coin', 'compute'] as const;
export type ProductKind = (typeof productKinds)[number];

/** The table of each kind. */
export const productTables: Readonly<Record<ProductKind, string>> = {
  vip: toTableName(vipPlan.name),
  coin: toTableName(currencyPack.name),
  compute: toTableName(powerPack.name),
};

/** A pack of credits as it was when it was ordered. */
export interface PackSnapshot {
  readonly packId: number;
  readonly name: string;
  /** Fen. */
  readonly price: number;
  /** Credits. */
  readonly amount: number;
  readonly bonus: number;
  /** Bonus for a user's first purchase of this pack. */
  readonly firstBuyBonus: number;
  /** 0 for a lifetime. */
  readonly validDays: number;
  /** The capabilities that they may be spent on; empty for all. */
  readonly capabilities: readonly string[];
}

/** The copy of a product that an order stores as JSON: the order delivers this, however the product changes later. */
export type ProductSnapshot =
  | { readonly kind: 'vip'; readonly plan: PlanSnapshot }
  | { readonly kind: 'coin' | 'compute'; readonly pack: PackSnapshot };

/** A pack of coins or of compute. */
export type PackRow = RowOf<'currency_packs'> | RowOf<'power_packs'>;
export type ProductRow = RowOf<'vip_plans'> | PackRow;

/** The snapshot of a product's current row. */
export function createProductSnapshot(row: ProductRow): ProductSnapshot {
  if ('level' in row) return { kind: 'vip', plan: createPlanSnapshot(row) };
  return { kind: 'coin' in row ? 'coin' : 'compute', pack: createPackSnapshot(row) };
}

/** The snapshot of a pack's current row. */
export function createPackSnapshot(row: PackRow): PackSnapshot {
  const capabilities =
    'capabilities' in row && row.capabilities !== null ? (JSON.parse(row.capabilities) as string[]) : [];
  return {
    packId: row.id,
    name: row.name,
    price: row.price,
    amount: 'coin' in row ? row.coin : row.compute,
    bonus: row.bonus ?? 0,
    firstBuyBonus: row.first_buy_bonus ?? 0,
    validDays: row.valid_days ?? 0,
    capabilities,
  };
}
