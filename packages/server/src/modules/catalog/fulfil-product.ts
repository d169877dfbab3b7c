import { sql } from 'kysely';
import { withNamedTables } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { grant, lockOwner, type Operator } from '../ledger/index.ts';
import { dayMs, type GrantedLot, grantPlan, type MembershipRules, type PlanGranted } from '../memberships/index.ts';
import { type ProductKind, productTables } from './product-kinds.ts';
import type { PackSnapshot, ProductSnapshot } from './product-snapshot.ts';

/** What was paid for, and by whom. */
export interface Fulfilment {
  readonly userId: number;
  readonly snapshot: ProductSnapshot;
  /** 1 when not given. */
  readonly quantity?: number;
  /** In fen, for all of it. */
  readonly paid: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Paid with test money; false when not given. */
  readonly testMoney?: boolean;
  /** The natural key, such as `order:{no}:fulfil`: a second time with it nothing is given. */
  readonly key: string;
  /** What ledger entries name as their cause. */
  readonly causeId: string;
  /** Id of the order, as lots and memberships keep it. */
  readonly orderId: number;
  readonly operator: Operator;
}

export interface Fulfilled {
  readonly lots: readonly GrantedLot[];
  /** Of a plan. */
  readonly membership: Omit<PlanGranted, 'lots'> | null;
}

/** Gives what was ordered, as it was then, in the caller's transaction. Null when it had been given before. */
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

function productOf(snapshot: ProductSnapshot): { kind: ProductKind; productId: number } {
  if (snapshot.kind === 'vip') return { kind: 'vip', productId: snapshot.plan.planId };
  return { kind: snapshot.kind, productId: snapshot.pack.packId };
}

/** Whether the user bought this product before; what was bought with test money counts for test purchases only. */
async function hasBought({ tx }: TxContext, { userId, snapshot, testMoney = false }: Fulfilment): Promise<boolean> {
  const { kind, productId } = productOf(snapshot);
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

/** Stores the sale under its key and moves the figures of the product, which count no test money. False when it was there already. */
async function claimSale({ tx, at }: TxContext, given: Fulfilment) {
  const { userId, snapshot, quantity = 1, paid, currency, testMoney = false, key } = given;
  const { kind, productId } = productOf(snapshot);
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
