import { ApiError } from '@gantry/core';
import { runTogether, type Write } from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { settleDebt } from './debit.ts';
import { type LotShare, openLots, planLotChange, splitOver } from './lots.ts';
import { endHold, holdNamed, isCapturable, type StoredHold } from './place-hold.ts';
import {
  changeWallet,
  claimAndPost,
  type LockedWallet,
  lockWallet,
  type Operator,
  type PostingLine,
} from './posting.ts';
import { computeCharge, keepTakes, type QuotaCover, returnQuota, sumAmounts } from './quota-takes.ts';

export interface CaptureRequest {
  readonly no: string;
  /** The price of what was really used, in credits; may be 0, and more than was held. It is charged at the hold's rate. */
  readonly amount: number;
  readonly operator: Operator;
  /** How far below 0 a use that is over may take the balance. */
  readonly debtLimit: number;
  /** What pays before credits do for use beyond the hold; nothing when left out. */
  readonly cover?: QuotaCover;
  /** What is written together with the payment, such as a record of the use; a hold that was captured before writes nothing. */
  readonly writes?: (paid: Paid) => readonly Write[];
}

/** How a use was paid. */
export interface Paid {
  readonly hold: StoredHold;
  /** The price, before the rate. */
  readonly listAmount: number;
  /** What the user paid, in credits. */
  readonly charged: number;
  /** What their membership covered. */
  readonly fromQuota: number;
}

export interface Captured extends Paid {
  /** What the user could not pay, and is written off. */
  readonly writtenOff: number;
  readonly balanceAfter: number;
  /** It had been captured before, with the same amount: nothing was done now. */
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
 * Settles a hold with what was used, exactly once whatever is sent again. Use that is over is paid: by the quota
 * that was held, from the credits that were, then likewise from what is free, then as a debt; what goes past the limit of debts is written off, and said.
 * A hold that expired gave all of it back, so that its use is paid from what is free and as a debt; one that was released is over.
 */
export async function captureHold(scope: TxContext, request: CaptureRequest): Promise<Captured> {
  const open = await endHold(scope, request.no, 'captured', request.amount);
  const late = open ? null : await endHold(scope, request.no, 'captured', request.amount, 'expired');
  const stored = open ?? late;
  if (!stored) {
    const known = await holdNamed(scope, request.no);
    // It was placed again between the two statements: it can be captured now.
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
  const { shares, short } = splitOver(
    hold.lots.map(({ lotId, amount: free }) => ({ id: lotId, free })),
    amount - ofQuota,
  );
  const used = new Map(shares.map((share) => [share.lotId, share.amount]));
  const held = hold.lots.map((lot) => ({
    lotId: lot.lotId,
    remaining: -(used.get(lot.lotId) ?? 0),
    held: -lot.amount,
  }));
  if (short === 0) return { lines: linesOf(shares), lots: held, debt: 0, writtenOff: 0, fromQuota: ofQuota };
  const more = await moreQuota(scope, wallet, hold, short, cover);
  const extra = splitOver(await openLots(scope, wallet.id, hold.capability), short - more);
  const debt = Math.min(extra.short, Math.max(0, debtLimit - wallet.debt));
  const owed: PostingLine[] = debt > 0 ? [{ lotId: null, delta: -debt }] : [];
  return {
    lines: [...linesOf(shares), ...linesOf(extra.shares), ...owed],
    lots: [...held, ...extra.shares.map((share) => ({ lotId: share.lotId, remaining: -share.amount, held: 0 }))],
    debt,
    writtenOff: extra.short - debt,
    fromQuota: ofQuota + more,
  };
}

/** What of a use beyond its hold the quota covers. */
async function moreQuota(
  scope: TxContext,
  wallet: LockedWallet,
  { id, userId, capability, modelGroup }: StoredHold,
  credits: number,
  cover: QuotaCover | undefined,
): Promise<number> {
  if (!cover || wallet.ownerLevel === 0) return 0;
  const taken = await cover.take(scope, userId, { capability, modelGroup }, credits);
  await keepTakes(scope, id, taken);
  return sumAmounts(taken);
}

const linesOf = (shares: readonly LotShare[]): PostingLine[] =>
  shares.map(({ lotId, amount }) => ({ lotId, delta: -amount }));

/** How a use was paid: by its user, by a quota, or not at all. */
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
const postingOf = (no: string) => `hold:${no}:capture`;

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
  const cause = { transactionId: postingOf(no), cause: 'consume', causeId: no, operator } as const;
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
  const after = await balanceAfter(scope, hold);
  return { hold, listAmount: amount, charged, fromQuota, writtenOff, balanceAfter: after, replayed: true };
}

/** What the balance was when the hold had been paid; one that cost nothing left no entry, and the balance as it is. */
async function balanceAfter(scope: TxContext, hold: StoredHold): Promise<number> {
  const entry = await scope.tx
    .selectFrom('ledger_entries')
    .select('balance_after')
    .where('transaction_id', '=', postingOf(hold.no))
    .where('wallet_id', 'is not', null)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  if (entry) return Number(entry.balance_after);
  return (await lockWallet(scope, hold.userId, hold.asset)).balance;
}
