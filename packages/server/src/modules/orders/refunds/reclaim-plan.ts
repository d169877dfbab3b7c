import type { TxContext } from '../../../platform/store/tx-context.ts';
import { type Asset, lockWallet } from '../../ledger/index.ts';
import type { OrderRules, TimeGiven } from '../order-needs.ts';
import type { StoredOrder } from '../order-rows.ts';

const dayMs = 86_400_000;

/** What of one kind comes back with a refund: credits of an asset, credits of quotas, or membership time in ms. */
export interface ReclaimPart {
  readonly asset: Asset | 'quota' | 'time';
  /** What the order gave in all. */
  readonly granted: number;
  /** What should come back for this refund. */
  readonly toReclaim: number;
  /** What of it is neither spent nor held. Used quota is spent: it has its share of the price. */
  readonly reclaimable: number;
  readonly shortfall: number;
  readonly lots: readonly OwnLot[];
}

export interface ReclaimPlan {
  readonly amount: number;
  readonly parts: readonly ReclaimPart[];
  readonly hasShortfall: boolean;
  /** The most money for which everything comes back; 0 when none does. */
  readonly withoutShortfall: number;
}

/** What is there to take back, of one kind. */
interface Given {
  readonly asset: ReclaimPart['asset'];
  readonly granted: number;
  readonly free: number;
  readonly lots: readonly OwnLot[];
}

/** The share of what was granted that goes with so much of the payment; whole credits, all of them at the end. */
function shareOf(granted: number, money: number, paid: number): number {
  return Number((BigInt(granted) * BigInt(money)) / BigInt(paid));
}

/** Between two marks of the money, so that refunds of parts add up to the refund of the whole. */
export const computeBetween = (granted: number, from: number, to: number, paid: number) =>
  shareOf(granted, to, paid) - shareOf(granted, from, paid);

/**
 * What a refund of so much would take back of what the order gave. `locks` holds the wallets against everyone else, as whoever
 * goes on to take it back must.
 */
export async function planReclaim(
  scope: TxContext,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  amount: number,
  locks: boolean,
): Promise<ReclaimPlan> {
  if (order.fulfilStatus !== 'done') return { amount, parts: [], hasShortfall: false, withoutShortfall: amount };
  const lots = await lotsOf(scope, order, locks);
  const quota = await products.quotaGiven(scope, order);
  const time = timeOf(await products.timeGiven(scope, order));
  const given: Given[] = [
    ...assetsOf(lots),
    ...(quota ? [{ asset: 'quota', lots: [], ...quota } as const] : []),
    ...time,
  ];
  const { refunded, paid } = order;
  // Of quota the share of what stays paid is rounded down, so that a used quota of few credits has its price all the same.
  const left = paid - refunded;
  const share = ({ asset, granted }: Given, money: number) =>
    asset === 'quota'
      ? computeBetween(granted, left - money, left, paid)
      : computeBetween(granted, refunded, refunded + money, paid);
  const parts = given.map((one): ReclaimPart => {
    const toReclaim = share(one, amount);
    const reclaimable = Math.min(toReclaim, one.free);
    const { asset, granted, lots: own } = one;
    return { asset, granted, toReclaim, reclaimable, shortfall: toReclaim - reclaimable, lots: own };
  });
  const hasShortfall = parts.some(({ shortfall }) => shortfall > 0);
  const fits = (money: number) => given.every((one) => share(one, money) <= one.free);
  return { amount, parts, hasShortfall, withoutShortfall: hasShortfall ? findMaximum(fits, amount) : amount };
}

/** A day that has started counts as left: no one is short of some hours. What is forever is taken back whole or not at all. */
function timeOf(time: TimeGiven | null): Given[] {
  if (!time?.grantedMs) return [];
  const left = Math.ceil((time.leftMs ?? 0) / dayMs) * dayMs;
  return [{ asset: 'time', granted: time.grantedMs, free: Math.min(time.grantedMs, left), lots: [] }];
}

async function lotsOf(scope: TxContext, order: StoredOrder, locks: boolean): Promise<OwnLot[]> {
  const known = await listOwnLots(scope, order.id);
  if (!locks) return known;
  for (const asset of assetNames(known)) await lockWallet(scope, order.userId, asset);
  return listOwnLots(scope, order.id);
}

const assetNames = (lots: readonly OwnLot[]) => [...new Set(lots.map(({ asset }) => asset))].sort();

function assetsOf(lots: readonly OwnLot[]): Given[] {
  return assetNames(lots).map((asset) => {
    const own = lots.filter((lot) => lot.asset === asset);
    const sum = (of: (lot: OwnLot) => number) => own.reduce((total, lot) => total + of(lot), 0);
    const granted = sum(({ amount, isReturned }) => (isReturned ? 0 : amount));
    return { asset, granted, free: sum(({ remaining, held }) => remaining - held), lots: own };
  });
}

/** The largest amount up to `most` that fits; what fits, fits for every smaller one too. */
function findMaximum(fits: (money: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A lot that came of an order, as it is now. */
interface OwnLot {
  readonly id: number;
  readonly asset: Asset;
  readonly amount: number;
  readonly remaining: number;
  readonly held: number;
  /** UTC ms; null forever. */
  readonly expiresAt: number | null;
  /** What a failed refund gave back; it was counted when the order was delivered. */
  readonly isReturned: boolean;
}

async function listOwnLots({ tx }: Pick<TxContext, 'tx'>, orderId: number): Promise<OwnLot[]> {
  const rows = await tx
    .selectFrom('credit_lots')
    .selectAll()
    .where('source', 'in', ['order', 'refundReturn'])
    .where('source_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    asset: row.asset === 'compute' ? 'compute' : 'coin',
    amount: row.amount,
    remaining: row.remaining,
    held: row.held,
    expiresAt: row.expires_at,
    isReturned: row.source === 'refundReturn',
  }));
}
