import { type AnyResource, commission, regionalIncome } from '@gantry/core';
import type { Cell, Row } from '../../platform/store/database.ts';
import { splitIntoBatches } from '../../platform/store/in-batches.ts';
import { changeRecord, createRow, insertRecords } from '../../platform/store/records.ts';
import type { Operator, TxContext } from '../ledger/posting.ts';
import { type LockedPayee, type PayeeKind, payeeColumns } from './payee.ts';
import { bySystem, postPayable } from './post-payable.ts';

/** Where shares of orders are written down for each kind of payee. */
interface IncomeBook {
  readonly resource: AnyResource;
  readonly table: string;
  readonly settled: string;
  /** Begins the natural keys of its postings. */
  readonly word: string;
}
export const books: Readonly<Record<PayeeKind, IncomeBook>> = {
  distributor: { resource: commission, table: 'commissions', settled: 'available', word: 'commission' },
  agent: { resource: regionalIncome, table: 'regional_incomes', settled: 'settled', word: 'income' },
};

/** What is left of a share when so much of an order is: rounded down, so that nothing is left of an order that is refunded. */
export function computeShare(money: number, rateBps: number): number {
  return Math.floor((money * rateBps) / 10_000);
}

export interface NewIncome {
  readonly orderId: number;
  readonly orderNo: string;
  readonly buyerId: number;
  /** In minor units of the payee's currency. */
  readonly base: number;
  readonly rateBps: number;
  /** What else the payee's kind of income says of itself. */
  readonly more: Readonly<Record<string, unknown>>;
  /** What tells this share from the order's others. */
  readonly part: string;
}

/** Books a share of an order for a locked payee, as pending; nothing when it comes to less than a fen. */
export async function earnIncome(scope: TxContext, payee: LockedPayee, income: NewIncome): Promise<void> {
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

/** Why a share is taken back, as far as nothing is left of it. */
export interface TakeBack {
  readonly kind: 'refund' | 'manual';
  /** The refund's number, or a word for what somebody did by hand. */
  readonly sourceNo: string;
  readonly operator: Operator;
  readonly reason: string | null;
  /** The admin who did it; null for the system. */
  readonly by: number | null;
  /** What its row says otherwise when the share was settled before. */
  readonly whenSettled?: Readonly<Record<string, Cell>>;
}

/**
 * Takes a locked share back until `kept` is left of it. Its row keeps the time and month of the share while that is pending, so that
 * both are settled as one; of one that was settled it comes off what is available, or becomes a debt.
 */
export async function reverseIncome(
  scope: TxContext,
  payee: LockedPayee,
  share: Row,
  stored: number,
  why: TakeBack,
): Promise<LockedPayee> {
  const back = Number(share.net) - stored;
  if (back < 1) return payee;
  const { tx, dialect, at } = scope;
  const { resource, settled, word } = books[payee.kind];
  const isPending = share.status === 'pending';
  await tx
    .insertInto(books[payee.kind].table)
    .values({
      ...reversalRow(resource, share, scope.at, why),
      amount: -back,
      status: isPending ? 'pending' : settled,
      settled_at: isPending ? null : at,
      ...(isPending ? {} : why.whenSettled),
    })
    .execute();
  await changeRecord(tx, dialect, resource, share, { net: stored }, { by: why.by, at });
  if (stored === 0) await closeGroup(scope, payee.kind, Number(share.id));
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

function reversalRow(resource: AnyResource, share: Row, at: number, why: TakeBack): Row {
  const { id: _id, ...copied } = share;
  const stamp = createRow(resource, {}, { by: why.by, at });
  return {
    ...copied,
    ...{ version: stamp.version, created_at: at, updated_at: at, created_by: why.by, updated_by: why.by },
    ...{ kind: why.kind, source_no: why.sourceNo, reason: why.reason, reversal_of: share.id, net: 0 },
  };
}

/** A share and all that took it back. */
const groupOf = ({ tx }: TxContext, kind: PayeeKind, shareIds: readonly number[]) =>
  tx
    .updateTable(books[kind].table)
    .where(({ or, eb }) => or([eb('id', 'in', [...shareIds]), eb('reversal_of', 'in', [...shareIds])]));

/** Nothing is left of it: the share and what took it back come to 0 between them. */
async function closeGroup(scope: TxContext, kind: PayeeKind, shareId: number): Promise<void> {
  await groupOf(scope, kind, [shareId]).set({ status: 'reversed', updated_at: scope.at }).execute();
}

/** Shares of one locked payee become available, with what was taken back of them. `natural` names the posting. */
export async function settleIncomes(
  scope: TxContext,
  payee: LockedPayee,
  shares: readonly Row[],
  natural: { readonly transactionId: string; readonly causeId: string },
  operator: Operator = bySystem,
): Promise<LockedPayee> {
  const total = shares.reduce((sum, { net }) => sum + Number(net), 0);
  const ids = shares.map(({ id }) => Number(id));
  const { settled } = books[payee.kind];
  for (const some of splitIntoBatches(ids))
    await groupOf(scope, payee.kind, some)
      .set((row) => ({ status: settled, settled_at: scope.at, updated_at: scope.at, version: row('version', '+', 1) }))
      .where('status', '=', 'pending')
      .execute();
  // Of which nothing is left no posting tells: one of 0 fen is none.
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

export const getPayeeId = (kind: PayeeKind, row: Row): number => Number(row[payeeColumns[kind]]);
