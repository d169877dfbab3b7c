import { Fault, type Locale, say, type Words } from '@gantry/core';
import { standingOf } from '../membership/membership-rows.ts';
import type { MembershipRules } from '../membership/membership-rules.ts';
import { refusalToSell } from '../membership/refusal-to-sell.ts';
import { elapsed, lineOf } from '../membership/timeline.ts';
import type { MoneyScope } from '../money/posting.ts';
import type { Row } from '../store/database.ts';
import { isOnSale } from './on-sale.ts';
import { type ProductKind, productTables } from './product-kinds.ts';
import { type ProductSnapshot, snapshotOf } from './product-snapshot.ts';

export { grantedUnder, returnTime, takeBackPlan, takeBackTotals } from '../membership/take-back.ts';
export { fulfilProduct } from './fulfil-product.ts';
export type { ProductKind } from './product-kinds.ts';
export type { ProductSnapshot } from './product-snapshot.ts';

/** What somebody wants to buy. */
export interface ProductRequest {
  readonly userId: number;
  readonly kind: ProductKind;
  readonly productId: number;
  /** 1 when not given. */
  readonly quantity?: number;
  /** How many of it are in orders of theirs that are neither fulfilled nor closed. */
  readonly ordered?: number;
  readonly locale: Locale;
}

export interface ProductOffer {
  readonly name: string;
  /** For one, in fen. */
  readonly priceFen: number;
  readonly snapshot: ProductSnapshot;
}

const words = {
  unknown: { zh: '没有这个商品', en: 'There is no such product' },
  offSale: { zh: '商品未在售', en: 'This product is not on sale' },
  limit: { zh: '已达到每人限购数量', en: 'This is more than one person may buy' },
  level: { zh: '会员等级不够', en: 'This needs a higher membership' },
} as const satisfies Record<string, Words>;

/** What an order is made of: the product as it is now. Refuses, by field and in the caller's language, what may not be sold. */
export async function snapshotProduct(
  scope: Pick<MoneyScope, 'tx' | 'at'>,
  rules: MembershipRules,
  request: ProductRequest,
): Promise<ProductOffer> {
  const { tx, at } = scope;
  const { kind, productId, locale } = request;
  const refuse = (field: 'productId' | 'quantity', refusal: Words) =>
    new Fault('invalid', { errors: { [field]: [say(refusal, locale)] } });
  const row = await tx.selectFrom(productTables[kind]).selectAll().where('id', '=', productId).executeTakeFirst();
  if (!row) throw refuse('productId', words.unknown);
  if (!isOnSale(row, at)) throw refuse('productId', words.offSale);
  if (await isPastLimit(scope, row, request)) throw refuse('quantity', words.limit);
  const snapshot = snapshotOf(kind, row);
  const refusal = await refusalOfHolder(scope, rules, request.userId, row, snapshot);
  if (refusal) throw refuse('productId', refusal);
  return { name: String(row.name), priceFen: Number(row.price), snapshot };
}

async function isPastLimit(
  { tx }: Pick<MoneyScope, 'tx'>,
  row: Row,
  { userId, kind, productId, quantity = 1, ordered = 0 }: ProductRequest,
): Promise<boolean> {
  const limit = Number(row.limit_per_user ?? 0);
  if (limit === 0) return false;
  const { bought } = await tx
    .selectFrom('product_sales')
    .select(({ fn }) => fn.sum('quantity').as('bought'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return Number(bought ?? 0) + ordered + quantity > limit;
}

async function refusalOfHolder(
  scope: Pick<MoneyScope, 'tx' | 'at'>,
  rules: MembershipRules,
  userId: number,
  row: Row,
  snapshot: ProductSnapshot,
): Promise<Words | null> {
  const held = elapsed(await standingOf(scope, userId), scope.at, rules.graceMs);
  if (snapshot.kind === 'vip') return refusalToSell(held, rules, snapshot.plan, scope.at);
  const level = lineOf(held)[0]?.level ?? 0;
  return level < Number(row.vip_level_required ?? 0) ? words.level : null;
}
