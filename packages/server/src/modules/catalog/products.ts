import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import { sql } from 'kysely';
import { type Reader, withNamedTables } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { grant, lockOwner, type Operator } from '../ledger/index.ts';
import {
  advanceTimeline,
  dayMs,
  explainUnavailable,
  type GrantedLot,
  grantPlan,
  listMemberships,
  type MembershipRules,
  type PlanGranted,
  sortTimeline,
} from '../memberships/index.ts';
import {
  createProductSnapshot,
  type PackSnapshot,
  type ProductKind,
  type ProductRow,
  type ProductSnapshot,
  productTables,
} from './product-snapshot.ts';
import { isOnSale } from './products-on-sale.ts';

/** What a user wants to buy. */
interface ProductRequest {
  readonly userId: number;
  readonly kind: ProductKind;
  readonly productId: number;
  /** 1 when not given. */
  readonly quantity?: number;
  /** How many of it are in the user's orders that are neither fulfilled nor closed. */
  readonly ordered?: number;
  /** Bought with test money; false when not given. Limits of real purchases do not count such ones. */
  readonly testMoney?: boolean;
  readonly locale: Locale;
}

interface ProductOffer {
  readonly name: string;
  /** Price of one unit, in fen. */
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

/** The product of an order, and its buyer. */
interface Fulfilment {
  readonly userId: number;
  readonly snapshot: ProductSnapshot;
  /** 1 when not given. */
  readonly quantity?: number;
  /** Price of all units, in fen. */
  readonly paid: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Paid with test money; false when not given. */
  readonly testMoney?: boolean;
  /** The natural key, such as `order:{no}:fulfil`: a second call with it delivers nothing. */
  readonly key: string;
  /** The cause that ledger entries name. */
  readonly causeId: string;
  /** Id of the order, as stored on lots and memberships. */
  readonly orderId: number;
  readonly operator: Operator;
}

interface Fulfilled {
  readonly lots: readonly GrantedLot[];
  /** The membership that a plan granted; null for a pack. */
  readonly membership: Omit<PlanGranted, 'lots'> | null;
}

/** Delivers the product as it was ordered, in the caller's transaction. Returns null when it was delivered before. */
export async function fulfilProduct(
  scope: TxContext,
  rules: MembershipRules,
  given: Fulfilment,
): Promise<Fulfilled | null> {
  await lockOwner(scope, given.userId);
  const isFirst = !(await hasBought(scope, given));
  if (!(await claimSale(scope, given))) return null;
  const { snapshot } = given;
  if (snapshot.kind !== 'vip') {
    const lot = await givePack(scope, snapshot.kind, snapshot.pack, isFirst, given);
    return { lots: [lot], membership: null };
  }
  const { userId, quantity = 1, key, causeId, orderId, operator } = given;
  const grantedPlan = { userId, plan: snapshot.plan, quantity, key, causeId, operator } as const;
  const granted = await grantPlan(scope, rules, { ...grantedPlan, source: 'order', sourceId: orderId });
  if (!granted) throw new Error('a plan was granted before it was sold');
  const { lots, ...membership } = granted;
  return { lots, membership };
}

function getProduct(snapshot: ProductSnapshot): { kind: ProductKind; productId: number } {
  if (snapshot.kind === 'vip') return { kind: 'vip', productId: snapshot.plan.planId };
  return { kind: snapshot.kind, productId: snapshot.pack.packId };
}

/** Whether the user bought this product before; what was bought with test money counts for test purchases only. */
async function hasBought({ tx }: TxContext, { userId, snapshot, testMoney = false }: Fulfilment): Promise<boolean> {
  const { kind, productId } = getProduct(snapshot);
  const earlier = await tx
    .selectFrom('product_sales')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('product_id', '=', productId)
    .where('test_money', '<=', testMoney ? 1 : 0)
    .executeTakeFirst();
  return earlier !== undefined;
}

/**
 * Records the sale under its key and updates the sales figures of the product, which exclude test money. False when it was
 * recorded before.
 */
async function claimSale({ tx, at }: TxContext, given: Fulfilment) {
  const { userId, snapshot, quantity = 1, paid, currency, testMoney = false, key } = given;
  const { kind, productId } = getProduct(snapshot);
  const sale = {
    grant_key: key,
    user_id: userId,
    kind,
    product_id: productId,
    quantity,
    paid,
    currency,
    test_money: testMoney ? 1 : 0,
    created_at: at,
  };
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('product_sales')
    .values(sale)
    .onConflict((conflict) => conflict.column('grant_key').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  if (testMoney) return true;
  // Amounts of different currencies are not added up: the figure is of the currency of the latest sale.
  const inCurrency = tx
    .selectFrom('product_sales')
    .select(({ fn }) => fn.sum<number>('paid').as('paid'))
    .where('kind', '=', kind)
    .where('product_id', '=', productId)
    .where('currency', '=', currency)
    .where('test_money', '=', 0);
  await withNamedTables(tx)
    .updateTable(productTables[kind])
    .set((row) => ({
      sales: row('sales', '+', quantity),
      revenue: sql<number>`case when revenue_currency = ${currency} then revenue + ${paid} else ${inCurrency} end`,
      revenue_currency: currency,
    }))
    .where('id', '=', productId)
    .execute();
  return true;
}

async function givePack(
  scope: TxContext,
  asset: 'coin' | 'compute',
  pack: PackSnapshot,
  isFirst: boolean,
  { userId, quantity = 1, key, causeId, orderId, operator }: Fulfilment,
): Promise<GrantedLot> {
  const amount = (pack.amount + pack.bonus) * quantity + (isFirst ? pack.firstBuyBonus : 0);
  const expiresAt = pack.validDays > 0 ? scope.at + pack.validDays * dayMs : null;
  const lot = { source: 'order', sourceId: orderId, expiresAt, capabilities: pack.capabilities } as const;
  const cause = { transactionId: `${key}:${asset}`, cause: 'recharge', causeId, operator } as const;
  const granted = await grant(scope, { userId, asset, amount, lot }, cause);
  if (!granted) throw new Error('a pack was posted before it was sold');
  return { asset, lotId: granted.lotId, amount };
}
