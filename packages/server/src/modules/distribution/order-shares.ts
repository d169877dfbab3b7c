import { commission, type RefundPreviewAnswer, regionalIncome } from '@gantry/core';
import type { DayOf } from '../../platform/context/day-of.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { type Cell, type Reader, type Row, type RowOf, withNamedTables } from '../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, lockRows, splitIntoBatches } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Operator } from '../ledger/index.ts';
import { type DistributionTerms, readDistributionTerms } from './distributors.ts';
import { type LockedPayee, lockPayee, lockPayees, type PayeeKind, type PayeeRow } from './payee.ts';
import { listRegionsAround } from './regions.ts';
import { bySystem, postPayable } from './withdrawals.ts';

/** Where shares of orders are stored for each kind of payee; `word` starts the natural keys of its postings. */
const books = {
  distributor: { resource: commission, table: 'commissions', settled: 'available', word: 'commission' },
  agent: { resource: regionalIncome, table: 'regional_incomes', settled: 'settled', word: 'income' },
} as const satisfies Record<PayeeKind, unknown>;

/** A share of an order: a commission, or the income of an agent. */
export type Share = RowOf<'commissions'> | RowOf<'regional_incomes'>;

/** The share of the remaining amount, rounded down so that a fully refunded order leaves nothing. */
function computeShare(money: number, rateBps: number): number {
  return Math.floor((money * rateBps) / 10_000);
}

interface NewIncome {
  readonly orderId: number;
  readonly orderNo: string;
  readonly buyerId: number;
  /** In minor units of the payee's currency. */
  readonly base: number;
  readonly rateBps: number;
  /** Columns that only this kind of income has. */
  readonly more: Readonly<Record<string, unknown>>;
  /** Distinguishes this share from the order's other shares. */
  readonly part: string;
}

/** Posts a pending share of an order for a locked payee; nothing when it is less than a fen. */
async function earnIncome(scope: TxContext, payee: LockedPayee, income: NewIncome): Promise<void> {
  const { tx, dialect, at } = scope;
  const { orderId, orderNo, buyerId, base, rateBps, more, part } = income;
  const amount = computeShare(base, rateBps);
  if (amount < 1) return;
  const { resource, word } = books[payee.kind];
  const owner = payee.kind === 'distributor' ? { distributorId: payee.id } : { agentId: payee.id };
  const { currency } = payee;
  const own = { ...owner, ...more, orderId, buyerId, base, rateBps, amount, currency, net: amount };
  const row = createRow(resource, { ...own, kind: 'earned', sourceNo: orderNo }, { by: null, at });
  await insertRecords(tx, dialect, resource, [row]);
  const transactionId = `order:${orderNo}:${word}:${part}`;
  await postPayable(
    scope,
    payee,
    [
      { account: 'pending', delta: amount },
      { account: 'sysIncome', delta: -amount },
    ],
    { transactionId, cause: 'earn', causeId: orderNo, operator: bySystem },
  );
}

/** Why a share is reversed. */
interface TakeBack {
  readonly kind: 'refund' | 'manual';
  /** The refund's number, or a word for a manual change. */
  readonly sourceNo: string;
  readonly operator: Operator;
  readonly reason: string | null;
  /** The admin who did it; null for the system. */
  readonly by: number | null;
  /** Column values of the reversal when the share was settled before. */
  readonly whenSettled?: Readonly<Record<string, Cell>>;
}

/**
 * Reverses a locked share until `kept` is left of it. The reversal of a pending share has the same time and month, so that both
 * are settled together. The reversal of a settled share reduces the available balance, or becomes a debt.
 */
export async function reverseIncome(
  scope: TxContext,
  payee: LockedPayee,
  share: Share,
  stored: number,
  why: TakeBack,
): Promise<LockedPayee> {
  const back = share.net - stored;
  if (back < 1) return payee;
  const { tx, dialect, at } = scope;
  const { resource, settled, word } = books[payee.kind];
  const isPending = share.status === 'pending';
  await withNamedTables(tx)
    .insertInto(books[payee.kind].table)
    .values({
      ...getReversalRow(resource, share, scope.at, why),
      amount: -back,
      status: isPending ? 'pending' : settled,
      settled_at: isPending ? null : at,
      ...(isPending ? {} : why.whenSettled),
    })
    .execute();
  await changeRecord(tx, dialect, resource, share, { net: stored }, { by: why.by, at });
  if (stored === 0) await closeGroup(scope, payee.kind, share.id);
  const cause = why.kind === 'refund' ? 'refund' : 'reverse';
  return postPayable(
    scope,
    payee,
    [
      { account: isPending ? 'pending' : 'available', delta: -back },
      { account: 'sysIncome', delta: back },
    ],
    {
      transactionId: `${word}:${share.id}:${cause}:${why.sourceNo}`,
      ...{ cause, causeId: why.sourceNo, operator: why.operator, reason: why.reason },
    },
  );
}

type ShareResource = (typeof books)[PayeeKind]['resource'];

function getReversalRow(resource: ShareResource, share: Share, at: number, why: TakeBack): Row {
  const { id: _id, ...copied } = share;
  const stamp = createRow(resource, {}, { by: why.by, at });
  return {
    ...copied,
    ...{ version: stamp.version, created_at: at, updated_at: at, created_by: why.by, updated_by: why.by },
    ...{ kind: why.kind, source_no: why.sourceNo, reason: why.reason, reversal_of: share.id, net: 0 },
  };
}

/** A share and all of its reversals. */
const groupOf = ({ tx }: TxContext, kind: PayeeKind, shareIds: readonly number[]) =>
  withNamedTables(tx)
    .updateTable(books[kind].table)
    .where(({ or, eb }) => or([eb('id', 'in', [...shareIds]), eb('reversal_of', 'in', [...shareIds])]));

/** Marks the share and its reversals as reversed when they sum to 0. */
async function closeGroup(scope: TxContext, kind: PayeeKind, shareId: number): Promise<void> {
  await groupOf(scope, kind, [shareId]).set({ status: 'reversed', updated_at: scope.at }).execute();
}

/** Makes shares of one locked payee available, together with their reversals. `natural` names the posting. */
export async function settleIncomes(
  scope: TxContext,
  payee: LockedPayee,
  shares: readonly Share[],
  natural: { readonly transactionId: string; readonly causeId: string },
  operator: Operator = bySystem,
): Promise<LockedPayee> {
  const total = shares.reduce((sum, { net }) => sum + net, 0);
  const ids = shares.map(({ id }) => id);
  const { settled } = books[payee.kind];
  for (const some of splitIntoBatches(ids))
    await groupOf(scope, payee.kind, some)
      .set((row) => ({ status: settled, settled_at: scope.at, updated_at: scope.at, version: row('version', '+', 1) }))
      .where('status', '=', 'pending')
      .execute();
  // Shares that sum to 0 have no posting, because a posting of 0 fen is invalid.
  if (total === 0) return payee;
  return postPayable(
    scope,
    payee,
    [
      { account: 'pending', delta: -total },
      { account: 'available', delta: total },
    ],
    { ...natural, cause: 'settle', operator },
  );
}

export const getPayeeId = (share: Share): number => ('distributor_id' in share ? share.distributor_id : share.agent_id);

/** An order at the moment that its payment is booked. Money is integer fen, times are UTC ms. */
export interface SharedOrder {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly paid: number;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly paidAt: number;
}

/** A refund at the moment that it is final. */
export interface SharedRefund {
  readonly id: number;
  readonly refundNo: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly paid: number;
  /** Of this order, with this refund. */
  readonly refundedInAll: number;
}

export interface ShareDeps {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const dayMs = 86_400_000;

/** The month of a day. */
export const toMonth = (day: string): string => day.slice(0, 7);

/** A payment earns commissions and a regional share, at the rates of this moment. In the payment's transaction. */
export function createPaidSharesHook({ settings, dayOf }: ShareDeps) {
  return async (scope: TxContext, order: SharedOrder): Promise<void> => {
    const terms = await readDistributionTerms(settings, scope.tx);
    const buyer = await scope.tx
      .selectFrom('users')
      .select(['id', 'inviter_id', 'region_code'])
      .where('id', '=', order.userId)
      .executeTakeFirstOrThrow();
    if (terms.commissions.enabled) await earnCommissions(scope, order, buyer, terms);
    const day = dayOf(scope.at, terms.timezone);
    if (terms.agency.enabled && buyer.region_code !== null) await earnRegional(scope, order, buyer, day);
  };
}

const toShareCells = ({ id, no, userId, paid }: SharedOrder) => ({
  orderId: id,
  orderNo: no,
  buyerId: userId,
  base: paid,
});

const getRate = (row: PayeeRow, isDirect: boolean): number =>
  'direct_bps' in row ? ((isDirect ? row.direct_bps : row.indirect_bps) ?? 0) : 0;

async function earnCommissions(
  scope: TxContext,
  order: SharedOrder,
  buyer: Pick<RowOf<'users'>, 'id' | 'inviter_id'>,
  { commissions: { levels, settleDays } }: DistributionTerms,
): Promise<void> {
  const inviters = await getInviters(scope, buyer, levels);
  if (inviters.length === 0) return;
  const found = await scope.tx
    .selectFrom('distributors as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.id as id')
    .where('d.user_id', 'in', inviters)
    .where('d.status', '=', 'active')
    .where('u.status', '=', 'active')
    .execute();
  const ids = found.map(({ id }) => id);
  const payees = [...(await lockPayees(scope, 'distributor', ids, order.currency)).values()];
  const settleAt = order.paidAt + settleDays * dayMs;
  for (const payee of payees) {
    if (payee.status !== 'active') continue;
    const isDirect = payee.userId === inviters[0];
    const rateBps = getRate(payee.row, isDirect);
    const level = isDirect ? 'direct' : 'indirect';
    await earnIncome(scope, payee, { ...toShareCells(order), rateBps, part: level, more: { level, settleAt } });
  }
}

/** The inviter of the buyer, then the inviter's inviter; users do not earn from their own purchases. */
async function getInviters(
  { tx }: TxContext,
  buyer: Pick<RowOf<'users'>, 'id' | 'inviter_id'>,
  levels: number,
): Promise<number[]> {
  const chain: number[] = [];
  let next: number | null = buyer.inviter_id;
  while (next !== null && chain.length < levels) {
    const id: number = next;
    if (id === buyer.id || chain.includes(id)) break;
    chain.push(id);
    const inviter = await tx.selectFrom('users').select('inviter_id').where('id', '=', id).executeTakeFirst();
    next = inviter?.inviter_id ?? null;
  }
  return chain;
}

/** The agent of the buyer's district, or else of their city or province, whose contract runs on the day. */
async function earnRegional(
  scope: TxContext,
  order: SharedOrder,
  buyer: Pick<RowOf<'users'>, 'region_code'>,
  day: string,
): Promise<void> {
  const regionCode = String(buyer.region_code);
  const near = listRegionsAround(regionCode);
  const found = await scope.tx
    .selectFrom('regional_agents')
    .select(['id', 'region_code'])
    .where('region_code', 'in', near)
    .where('status', '=', 'active')
    .where('start_on', '<=', day)
    .where('end_on', '>=', day)
    .execute();
  const [nearest] = near.flatMap((code) => found.filter((row) => row.region_code === code));
  if (!nearest) return;
  const payee = await lockPayee(scope, 'agent', nearest.id, order.currency);
  if (payee.status !== 'active') return;
  const rateBps = 'rate_bps' in payee.row ? (payee.row.rate_bps ?? 0) : 0;
  await earnIncome(scope, payee, {
    ...{ ...toShareCells(order), rateBps, part: 'region' },
    more: { regionCode, month: toMonth(day) },
  });
}

/** A refund reverses the matching part of each share of the order, in the refund's transaction. */
export function createRefundedSharesHook({ settings, dayOf }: ShareDeps) {
  return async (scope: TxContext, order: SharedRefund): Promise<void> => {
    const commissions = await lockShares(scope, 'distributor', order.id);
    const incomes = await lockShares(scope, 'agent', order.id);
    await reverseAll(scope, 'distributor', commissions, order, {});
    if (incomes.length === 0) return;
    const { timezone } = await readDistributionTerms(settings, scope.tx);
    await reverseAll(scope, 'agent', incomes, order, { month: toMonth(dayOf(scope.at, timezone)) });
  };
}

async function lockShares({ tx, dialect }: TxContext, kind: PayeeKind, orderId: number): Promise<Share[]> {
  const ids = (await selectEarnedShares(tx, kind, orderId).execute()).map(({ id }) => id);
  return kind === 'distributor' ? lockRows(tx, dialect, commission, ids) : lockRows(tx, dialect, regionalIncome, ids);
}

function selectEarnedShares(read: Reader, kind: PayeeKind, orderId: number): { execute(): Promise<Share[]> } {
  const isEarned = { order_id: orderId, kind: 'earned' } as const;
  return kind === 'distributor'
    ? read
        .selectFrom('commissions')
        .selectAll()
        .where((row) => row.and(isEarned))
        .orderBy('id')
    : read
        .selectFrom('regional_incomes')
        .selectAll()
        .where((row) => row.and(isEarned))
        .orderBy('id');
}

/** What is left of a share once so much of its order has been refunded; integer fen. */
const toStoredRecord = (share: Share, { paid, refundedInAll }: Pick<SharedRefund, 'paid' | 'refundedInAll'>): number =>
  Math.min(share.net, computeShare(paid - refundedInAll, share.rate_bps));

/** What a refund would reclaim of each share of an order. Nothing is written. */
export async function previewShares(
  { tx }: { readonly tx: Reader },
  refund: Pick<SharedRefund, 'id' | 'paid' | 'refundedInAll'>,
): Promise<RefundPreviewAnswer['shares']> {
  const preview: RefundPreviewAnswer['shares'][number][] = [];
  for (const payeeKind of ['distributor', 'agent'] as const) {
    for (const share of await selectEarnedShares(tx, payeeKind, refund.id).execute()) {
      const retainedShare = toStoredRecord(share, refund);
      const shareBack = share.net - retainedShare;
      preview.push({ payeeKind, payeeId: getPayeeId(share), shareBack, retainedShare });
    }
  }
  return preview;
}

async function reverseAll(
  scope: TxContext,
  kind: PayeeKind,
  shares: readonly Share[],
  { paid, refundedInAll, refundNo, currency }: SharedRefund,
  whenSettled: Readonly<Record<string, string>>,
): Promise<void> {
  const payees = await lockPayees(
    scope,
    kind,
    shares.map((share) => getPayeeId(share)),
    currency,
  );
  const why = { kind: 'refund', sourceNo: refundNo, operator: bySystem, reason: null, by: null, whenSettled } as const;
  for (const share of shares) {
    const payee = payees.get(getPayeeId(share));
    if (!payee) throw new Error('a share has no payee');
    const stored = toStoredRecord(share, { paid, refundedInAll });
    payees.set(payee.id, await reverseIncome(scope, payee, share, stored, why));
  }
}
