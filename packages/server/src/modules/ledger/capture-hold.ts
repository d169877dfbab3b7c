import { ApiError } from '@gantry/core';
import { runTogether, type Write } from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { settleDebt } from './debit.ts';
import { type LotShare, openLots, planLotChange, splitOverLots } from './lots.ts';
import { endHold, getHold, isCapturable, type StoredHold } from './place-hold.ts';
import {
  changeWallet,
  claimAndPost,
  type LockedWallet,
  lockWallet,
  type Operator,
  type PostingLine,
} from './posting.ts';
import { computeCharge, type QuotaCover, recordQuotaTakes, returnQuota, sumAmounts } from './quota-takes.ts';

export interface CaptureRequest {
  readonly no: string;
  /** The price of the actual use, in credits. May be 0 or more than was held. Charged at the rate of the hold. */
  readonly amount: number;
  readonly operator: Operator;
  /** Maximum debt of the wallet that use beyond the hold may cause, in credits. */
  readonly debtLimit: number;
  /** Pays for use beyond the hold before credits do. When omitted, no quota is used. */
  readonly cover?: QuotaCover;
  /** Writes that run together with the payment, such as the usage record. Skipped when the hold was captured before. */
  readonly writes?: (paid: Paid) => readonly Write[];
}

/** How a use was paid. */
export interface Paid {
  readonly hold: StoredHold;
  /** The price before the rate is applied, in credits. */
  readonly listAmount: number;
  /** Credits paid by the user. */
  readonly charged: number;
  /** Credits covered by the quotas of the membership. */
  readonly fromQuota: number;
}

export interface Captured extends Paid {
  /** Credits that the user could not pay and that are written off. */
  readonly writtenOff: number;
  readonly balanceAfter: number;
  /** Whether the hold was captured before with the same amount, so that this call changed nothing. */
  readonly replayed: boolean;
}

interface Payment {
  readonly lines: readonly PostingLine[];
  readonly lots: readonly { readonly lotId: number; readonly remaining: number; readonly held: number }[];
  readonly debt: number;
  readonly writtenOff: number;
  readonly fromQuota: number;
}

/**
 * Captures a hold for the actual use, exactly once even if the request is repeated. The use is paid in this order: held quota,
 * held credits, free quota, free credits, debt. What exceeds the debt limit is written off and reported in `writtenOff`. An
 * expired hold has already been released, so its use is paid from free quota, free credits and debt. A released hold is rejected.
 */
export async function captureHold(scope: TxContext, request: CaptureRequest): Promise<Captured> {
  const open = await endHold(scope, request.no, 'captured', request.amount);
  const late = open ? null : await endHold(scope, request.no, 'captured', request.amount, 'expired');
  const stored = open ?? late;
  if (!stored) {
    const known = await getHold(scope, request.no);
    // The hold was placed again between the two statements, so it can be captured now.
    return isCapturable(known) ? captureHold(scope, request) : replay(scope, known, request);
  }
  const ended = late ? { ...late, amount: 0, quotaAmount: 0, lots: [] } : stored;
  const wallet = await lockWallet(scope, ended.userId, ended.asset);
  const due = computeCharge(ended.rate, request.amount);
  const payment = await payFor(scope, wallet, ended, { ...request, amount: due });
  const { writtenOff, fromQuota } = payment;
  const charged = due - writtenOff - fromQuota;
  if (charged !== request.amount || stored.quotaAmount > 0) await writeSplit(scope, ended, charged, payment);
  const hold = { ...stored, capturedAmount: charged, writtenOff, quotaAmount: fromQuota };
  const paid = { hold, listAmount: request.amount, charged, fromQuota };
  const writes = request.writes?.(paid) ?? [];
  const after = await settleDebt(scope, await pay(scope, wallet, ended, payment, request.operator, writes));
  return { ...paid, writtenOff, balanceAfter: after.balance, replayed: false };
}

async function payFor(
  scope: TxContext,
  wallet: LockedWallet,
  hold: StoredHold,
  { amount, debtLimit, cover }: CaptureRequest,
): Promise<Payment> {
  const ofQuota = Math.min(amount, hold.quotaAmount);
  await returnQuota(scope, hold.id, hold.quotaAmount - ofQuota);
  const { shares, short } = splitOverLots(
    hold.lots.map(({ lotId, amount: free }) => ({ id: lotId, free })),
    amount - ofQuota,
  );
  const used = new Map(shares.map((share) => [share.lotId, share.amount]));
  const held = hold.lots.map((lot) => ({
    lotId: lot.lotId,
    remaining: -(used.get(lot.lotId) ?? 0),
    held: -lot.amount,
  }));
  if (short === 0) return { lines: getLines(shares), lots: held, debt: 0, writtenOff: 0, fromQuota: ofQuota };
  const more = await takeMoreQuota(scope, wallet, hold, short, cover);
  const extra = splitOverLots(await openLots(scope, wallet.id, hold.capability), short - more);
  const debt = Math.min(extra.short, Math.max(0, debtLimit - wallet.debt));
  const owed: PostingLine[] = debt > 0 ? [{ lotId: null, delta: -debt }] : [];
  return {
    lines: [...getLines(shares), ...getLines(extra.shares), ...owed],
    lots: [...held, ...extra.shares.map((share) => ({ lotId: share.lotId, remaining: -share.amount, held: 0 }))],
    debt,
    writtenOff: extra.short - debt,
    fromQuota: ofQuota + more,
  };
}

/** Takes quota for the use beyond the hold and returns the covered credits. */
async function takeMoreQuota(
  scope: TxContext,
  wallet: LockedWallet,
  { id, userId, capability, modelGroup }: StoredHold,
  credits: number,
  cover: QuotaCover | undefined,
): Promise<number> {
  if (!cover || wallet.ownerLevel === 0) return 0;
  const taken = await cover.take(scope, userId, { capability, modelGroup }, credits);
  await recordQuotaTakes(scope, id, taken);
  return sumAmounts(taken);
}

const getLines = (shares: readonly LotShare[]): PostingLine[] =>
  shares.map(({ lotId, amount }) => ({ lotId, delta: -amount }));

/** Stores how a use was paid: by the user, by quota or written off. */
async function writeSplit(
  { tx }: TxContext,
  { id }: StoredHold,
  charged: number,
  { writtenOff, fromQuota }: Payment,
): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ captured_amount: charged, quota_amount: fromQuota, written_off: writtenOff })
    .where('id', '=', id)
    .execute();
}

/** The natural key of the posting that a capture makes. */
const getPosting = (no: string) => `hold:${no}:capture`;

async function pay(
  scope: TxContext,
  wallet: LockedWallet,
  { no, amount, quotaAmount }: StoredHold,
  { lines, lots, debt }: Payment,
  operator: Operator,
  writes: readonly Write[],
): Promise<LockedWallet> {
  const held = amount - quotaAmount;
  const extraWrites = [...sumByLot(lots).map((lot) => planLotChange(lot.lotId, lot)), ...writes];
  if (lines.length === 0) {
    const freed = { ...wallet, held: wallet.held - held };
    await runTogether(scope.tx, changeWallet(scope, freed), ...extraWrites);
    return freed;
  }
  const cause = { transactionId: getPosting(no), cause: 'consume', causeId: no, operator } as const;
  return claimAndPost(scope, wallet, lines, cause, { held: -held, debt }, extraWrites);
}

/** Merges the changes of each lot, since a charge may use both the held and the free part of one lot. */
function sumByLot(changes: Payment['lots']): Payment['lots'] {
  const sums = new Map<number, Payment['lots'][number]>();
  for (const { lotId, remaining, held } of changes) {
    const known = sums.get(lotId);
    sums.set(lotId, { lotId, remaining: remaining + (known?.remaining ?? 0), held: held + (known?.held ?? 0) });
  }
  return [...sums.values()];
}

async function replay(scope: TxContext, hold: StoredHold, { amount }: CaptureRequest): Promise<Captured> {
  if (hold.status !== 'captured') throw new ApiError('stateConflict', { data: { state: hold.status } });
  const { capturedAmount: charged, quotaAmount: fromQuota, writtenOff } = hold;
  if (charged + fromQuota + writtenOff !== computeCharge(hold.rate, amount))
    throw new ApiError('keyReused', { data: { holdNo: hold.no } });
  const after = await readBalanceAfter(scope, hold);
  return { hold, listAmount: amount, charged, fromQuota, writtenOff, balanceAfter: after, replayed: true };
}

/** Returns the balance after the capture. A capture that cost nothing has no entry; then it returns the current balance. */
async function readBalanceAfter(scope: TxContext, hold: StoredHold): Promise<number> {
  const entry = await scope.tx
    .selectFrom('ledger_entries')
    .select('balance_after')
    .where('transaction_id', '=', getPosting(hold.no))
    .where('wallet_id', 'is not', null)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  if (entry) return Number(entry.balance_after);
  return (await lockWallet(scope, hold.userId, hold.asset)).balance;
}
