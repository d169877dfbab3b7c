import type { Row } from '../../platform/store/database.ts';
import { type PlanSnapshot, snapshotOfPlan } from '../memberships/plan-snapshot.ts';
import type { ProductKind } from './product-kinds.ts';

/** A pack of credits as it was when it was ordered. */
export interface PackSnapshot {
  readonly packId: number;
  readonly name: string;
  /** Fen. */
  readonly price: number;
  /** Credits. */
  readonly amount: number;
  readonly bonus: number;
  /** On top, the first time that a person buys this pack. */
  readonly firstBuyBonus: number;
  /** 0 forever. */
  readonly validDays: number;
  /** What they may be spent on; everything when there is none. */
  readonly capabilities: readonly string[];
}

/** What an order keeps of its product, as JSON: it gives this, whatever becomes of the product. */
export type ProductSnapshot =
  | { readonly kind: 'vip'; readonly plan: PlanSnapshot }
  | { readonly kind: 'coin' | 'compute'; readonly pack: PackSnapshot };

/** What a row of a product says now. */
export function createProductSnapshot(kind: ProductKind, row: Row): ProductSnapshot {
  return kind === 'vip' ? { kind, plan: snapshotOfPlan(row) } : { kind, pack: createPackSnapshot(kind, row) };
}

/** What a row of packs says now. */
export function createPackSnapshot(asset: 'coin' | 'compute', row: Row): PackSnapshot {
  const capabilities = typeof row.capabilities === 'string' ? (JSON.parse(row.capabilities) as string[]) : [];
  return {
    packId: Number(row.id),
    name: String(row.name),
    price: Number(row.price),
    amount: Number(row[asset]),
    bonus: Number(row.bonus ?? 0),
    firstBuyBonus: Number(row.first_buy_bonus ?? 0),
    validDays: Number(row.valid_days ?? 0),
    capabilities,
  };
}
