import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { Reader } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import {
  advanceTimeline,
  explainUnavailable,
  listMemberships,
  type MembershipRules,
  sortTimeline,
} from '../memberships/index.ts';
import type { ProductKind } from './product-kinds.ts';
import { createProductSnapshot, type ProductRow, type ProductSnapshot } from './product-snapshot.ts';
import { isOnSale } from './products-on-sale.ts';

/** What a user wants to buy. */
export interface ProductRequest {
  readonly userId: number;
  readonly kind: ProductKind;
  readonly productId: number;
  /** 1 when not given. */
  readonly quantity?: number;
  /** How many of it are in orders of theirs that are neither fulfilled nor closed. */
  readonly ordered?: number;
  /** Bought with test money; false when not given. Limits of real purchases do not count such ones. */
  readonly testMoney?: boolean;
  readonly locale: Locale;
}

export interface ProductOffer {
  readonly name: string;
  /** For one, in fen. */
  readonly priceFen: number;
  readonly snapshot: ProductSnapshot;
}

const words = {
  unknown: { zh: '没有这个商品', en: 'Product not found.' },
  offSale: { zh: '商品未在售', en: 'This product is not on sale.' },
  limit: { zh: '已达到每人限购数量', en: 'Purchase limit reached for this product.' },
  level: { zh: '会员等级不够', en: 'This requires a higher membership level.' },
} as const satisfies Record<string, LocalizedText>;

/** The product of an order as it is now. Rejects, by field and in the caller's language, what cannot be sold. */
export async function snapshotProduct(
  scope: Pick<TxContext, 'tx' | 'at'>,
  rules: MembershipRules,
  request: ProductRequest,
): Promise<ProductOffer> {
  const { tx, at } = scope;
  const { kind, productId, locale } = request;
  const reject = (field: 'productId' | 'quantity', rejection: LocalizedText) =>
    new ApiError('invalid', { errors: { [field]: [localize(rejection, locale)] } });
  const row = await findProduct(tx, kind, productId);
  if (!row) throw reject('productId', words.unknown);
  if (!isOnSale(row, at)) throw reject('productId', words.offSale);
  if (await isPastLimit(scope, row, request)) throw reject('quantity', words.limit);
  const snapshot = createProductSnapshot(row);
  const rejection = await rejectHolder(scope, rules, request.userId, row, snapshot);
  if (rejection) throw reject('productId', rejection);
  return { name: row.name, priceFen: row.price, snapshot };
}

function findProduct(tx: Reader, kind: ProductKind, id: number): Promise<ProductRow | undefined> {
  switch (kind) {
    case 'vip':
      return tx.selectFrom('vip_plans').selectAll().where('id', '=', id).executeTakeFirst();
    case 'coin':
      return tx.selectFrom('currency_packs').selectAll().where('id', '=', id).executeTakeFirst();
    case 'compute':
      return tx.selectFrom('power_packs').selectAll().where('id', '=', id).executeTakeFirst();
  }
}

async function isPastLimit(
  { tx }: Pick<TxContext, 'tx'>,
  row: ProductRow,
  { userId, kind, productId, quantity = 1, ordered = 0, testMoney = false }: ProductRequest,
): Promise<boolean> {
  const limit = row.limit_per_user;
  if (limit === 0) return false;
  const { bought } = await tx
    .selectFrom('product_sales')
    .select(({ fn }) => fn.sum('quantity').as('bought'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('product_id', '=', productId)
    .where('test_money', '<=', testMoney ? 1 : 0)
    .executeTakeFirstOrThrow();
  return Number(bought ?? 0) + ordered + quantity > limit;
}

async function rejectHolder(
  scope: Pick<TxContext, 'tx' | 'at'>,
  rules: MembershipRules,
  userId: number,
  row: ProductRow,
  snapshot: ProductSnapshot,
): Promise<LocalizedText | null> {
  const held = advanceTimeline(await listMemberships(scope, userId), scope.at, rules.graceMs);
  if (snapshot.kind === 'vip') return explainUnavailable(held, rules, snapshot.plan, scope.at);
  const level = sortTimeline(held)[0]?.level ?? 0;
  return 'vip_level_required' in row && level < row.vip_level_required ? words.level : null;
}
