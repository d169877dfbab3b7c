import type { TxContext } from '../../../platform/store/tx-context.ts';
import { type Asset, lockWallet } from '../../ledger/index.ts';
import type { OrderRules, TimeGiven } from '../order-deps.ts';
import type { StoredOrder } from '../order-rows.ts';

const dayMs = 86_400_000;

/** What a refund reclaims of one kind: credits of an asset, credits of quotas, or membership time in ms. */
export interface ReclaimPart {
  readonly asset: Asset | 'quota' | 'time';
  /** Total that the order granted. */
  readonly granted: number;
  /** Amount that this refund should reclaim. */
  readonly toReclaim: number;
  /** The part of `toReclaim` that is neither spent nor held. Used quota counts as spent, because it has its share of the price. */
  readonly reclaimable: number;
  readonly shortfall: number;
  readonly lots: readonly OwnLot[];
}

export interface ReclaimPlan {
  readonly amount: number;
  readonly parts: readonly ReclaimPart[];
  readonly hasShortfall: boolean;
  /** The largest refund, in integer fen, without a shortfall; 0 when there is none. */
  readonly withoutShortfall: number;
}

/** What an order granted of one kind, and how much of it can be reclaimed. */
interface Given {
  readonly asset: ReclaimPart['asset'];
  readonly granted: number;
  readonly free: number;
  readonly lots: readonly OwnLot[];
}

/** Returns the share of `granted` that corresponds to `money` of the payment, rounded down; all of it for the full payment. */
function getShare(granted: number, money: number, paid: number): number {
  return Number((BigInt(granted) * BigInt(money)) / BigInt(paid));
}

/** Returns the share between two refunded totals, so that partial refunds add up exactly to a full refund. */
export const computeBetween = (granted: number, from: number, to: number, paid: number) =>
  getShare(granted, to, paid) - getShare(granted, from, paid);

/**
 * Computes what a refund of `amount` reclaims. Pass `locks` to lock the wallets until the transaction ends, which is required
 * when the caller then reclaims it.
 */
export async function planReclaim(
  scope: TxContext,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  amount: number,
  locks: boolean,
): Promise<ReclaimPlan> {
  if (order.fulfilStatus !== 'done') return { amount, parts: [], hasShortfall: false, withoutShortfall: amount };
  const lots = await getLots(scope, order, locks);
  const quota = await products.getGrantedQuota(scope, order);
  const time = getTime(await products.timeGiven(scope, order));
  const given: Given[] = [
    ...getAssets(lots),
    ...(quota ? [{ asset: 'quota', lots: [], ...quota } as const] : []),
    ...time,
  ];
  const { refunded, paid } = order;
  // For quota, the share that stays paid is rounded down instead, so that even a small used quota has its price.
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

/**
 * A day that has started counts as unused, so that hours cause no shortfall. Lifetime is reclaimed with the last part or not at
 * all.
 */
function getTime(time: TimeGiven | null): Given[] {
  if (!time?.grantedMs) return [];
  const left = Math.ceil((time.leftMs ?? 0) / dayMs) * dayMs;
  return [{ asset: 'time', granted: time.grantedMs, free: Math.min(time.grantedMs, left), lots: [] }];
}

async function getLots(scope: TxContext, order: StoredOrder, locks: boolean): Promise<OwnLot[]> {
  const known = await listOwnLots(scope, order.id);
  if (!locks) return known;
  for (const asset of getAssetNames(known)) await lockWallet(scope, order.userId, asset);
  return listOwnLots(scope, order.id);
}

const getAssetNames = (lots: readonly OwnLot[]) => [...new Set(lots.map(({ asset }) => asset))].sort();

function getAssets(lots: readonly OwnLot[]): Given[] {
  return getAssetNames(lots).map((asset) => {
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

/** The current state of a lot that an order granted. */
interface OwnLot {
  readonly id: number;
  readonly asset: Asset;
  readonly amount: number;
  readonly remaining: number;
  readonly held: number;
  /** UTC ms; null when the lot never expires. */
  readonly expiresAt: number | null;
  /** Whether a failed refund returned it. Its credits were already counted as granted at delivery. */
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
