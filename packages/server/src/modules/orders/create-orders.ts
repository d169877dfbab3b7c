import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Column } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import {
  fulfilProduct,
  noWorth,
  type ProductKind,
  type ProductSnapshot,
  snapshotProduct,
  worthOfProduct,
} from '../catalog/index.ts';
import { lockOwner } from '../ledger/index.ts';
import {
  changeMembership,
  dayMs,
  findGrantedTime,
  getGrantedMembership,
  getGrantedQuota,
  grantPlan,
  type MembershipRules,
  planReclaim,
  previewReclaim,
  readMembershipRules,
  resume,
  returnTime,
  sumReclaims,
  suspendAt,
} from '../memberships/index.ts';
import { type AdapterDeps, createAdapters } from '../payments/index.ts';
import {
  computeTimeShare,
  type OrderDeps,
  type OrderHooks,
  type ProductHandler,
  type ProductRequest,
} from './order-deps.ts';
import type { StoredOrder } from './order-rows.ts';
import { computeBetween } from './refunds/reclaim-plan.ts';

const operator = { kind: 'system', id: null } as const;
const unpaidOrUndelivered = ['pending', 'paid', 'fulfilFailed'];

/** The idempotency key for delivering an order's product. */
const getKey = ({ no }: StoredOrder) => `order:${no}:fulfil`;

/** Returns the product operations of orders, with the current membership rules. */
async function openProductHandler(settings: SettingsReader): Promise<ProductHandler> {
  const rules = await readMembershipRules(settings);
  return {
    async offer(scope, requested, locale) {
      const { userId, productId, quantity, testMoney } = requested;
      const kind = requested.productType as ProductKind;
      const ordered = await onOrder(scope, requested);
      const request = { userId, kind, productId, quantity, testMoney, ordered, locale };
      const { name, priceFen, snapshot } = await snapshotProduct(scope, rules, request);
      return { name, price: priceFen, snapshot };
    },
    async fulfil(scope, order) {
      const { id: orderId, no: causeId, userId, quantity, paid, currency, testMoney } = order;
      const snapshot = order.snapshot as ProductSnapshot;
      const sale = { userId, quantity, paid, currency, testMoney, orderId, causeId };
      const given = { ...sale, snapshot, key: getKey(order), operator };
      if (!(await fulfilProduct(scope, rules, given))) throw new Error('this order was delivered before');
    },
    worth: ({ snapshot, quantity }) => (snapshot ? worthOfProduct(snapshot as ProductSnapshot, quantity) : noWorth),
    timeGiven: (scope, order) => findGrantedTime(scope, getKey(order)),
    async getGrantedQuota(scope, order) {
      const snapshot = order.snapshot as ProductSnapshot;
      if (snapshot.kind !== 'vip') return null;
      return getGrantedQuota(scope, { key: getKey(order), plan: snapshot.plan, terms: order.quantity });
    },
    async takeTime(scope, order, share, reason) {
      const taken = await planReclaim(scope, rules, {
        key: getKey(order),
        ...share,
        cause: 'refund',
        operator,
        reason,
      });
      return taken ? taken.takenMs : 0;
    },
    async takeQuotas(scope, order, amount) {
      const snapshot = order.snapshot as ProductSnapshot;
      if (snapshot.kind !== 'vip') return;
      await sumReclaims(scope, rules, { key: getKey(order), plan: snapshot.plan }, subtractTotals(order, amount));
    },
    async previewMembership(read, order, amount) {
      const snapshot = order.snapshot as ProductSnapshot;
      if (snapshot.kind !== 'vip') return null;
      const share = { key: getKey(order), plan: snapshot.plan, ...computeTimeShare(order, amount) };
      return previewReclaim(read, rules, share, subtractTotals(order, amount));
    },
    suspendTime: (scope, order, reason) => suspendTime(scope, rules, order, reason),
    resumeTime: (scope, order, membershipId, reason) => resumeTime(scope, rules, order, membershipId, reason),
    giveTime: (scope, order, refundNo, ms) => giveTime(scope, rules, order, refundNo, ms),
  };
}

async function suspendTime(
  scope: TxContext,
  rules: MembershipRules,
  order: StoredOrder,
  reason: string,
): Promise<number | null> {
  const granted = await findGrantedTime(scope, getKey(order));
  if (!granted || granted.leftMs === 0) return null;
  const membership = await getGrantedMembership(scope, granted);
  if (membership.status === 'suspended') return null;
  const work = suspendAt(scope.at, reason, ['active', 'scheduled']);
  await changeMembership(scope, rules, membership, { cause: 'suspend', operator, reason }, work);
  return membership.id;
}

async function resumeTime(
  scope: TxContext,
  rules: MembershipRules,
  order: StoredOrder,
  membershipId: number,
  reason: string,
): Promise<void> {
  const membership = await getGrantedMembership(scope, { membershipId });
  if (membership.status !== 'suspended' || membership.userId !== order.userId) return;
  await changeMembership(scope, rules, membership, { cause: 'resume', operator, reason }, resume(reason));
}

/** Returns a function that computes by how many credits a refund of `amount` reduces a total that was added for a full term. */
const subtractTotals =
  ({ paid, refunded, quantity }: StoredOrder, amount: number) =>
  (credits: number) =>
    computeBetween(credits * quantity, refunded, refunded + amount, paid);

/** Returns how many units of a product a user has ordered and not yet received. They count toward the purchase limit. */
async function onOrder({ tx }: TxContext, requested: ProductRequest): Promise<number> {
  const { userId, productType, productId, testMoney } = requested;
  const { ordered } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.sum('quantity').as('ordered'))
    .where('user_id', '=', userId)
    .where('product_type', '=', productType as Column<'orders', 'product_type'>)
    .where('product_id', '=', productId)
    .where('status', 'in', unpaidOrUndelivered as Column<'orders', 'status'>[])
    .where('test_money', '<=', testMoney ? 1 : 0)
    .executeTakeFirstOrThrow();
  return Number(ordered ?? 0);
}

async function giveTime(
  scope: TxContext,
  rules: MembershipRules,
  order: StoredOrder,
  refundNo: string,
  ms: number | null,
): Promise<void> {
  const { status } = await lockOwner(scope, order.userId);
  // A deleted user has no use for the time, and a grant to them would fail.
  if (status === 'deleted') return;
  const { plan } = order.snapshot as Extract<ProductSnapshot, { kind: 'vip' }>;
  const key = `refund:${refundNo}:return`;
  const returned = { key: getKey(order), returnKey: key, ms, operator, reason: refundNo };
  if (await returnTime(scope, rules, returned)) return;
  const given = { userId: order.userId, plan, source: 'order', sourceId: order.id, operator, key } as const;
  const days = ms === null ? null : Math.ceil(ms / dayMs);
  await grantPlan(scope, rules, { ...given, days, withoutGifts: true, reason: refundNo, causeId: refundNo });
}

/** Creates the dependencies of the orders module: payment adapters, hooks and product operations. */
export function createOrders(deps: AdapterDeps, hooks: OrderHooks): OrderDeps {
  return { ...deps, adapters: createAdapters(deps), hooks, products: () => openProductHandler(deps.settings) };
}
