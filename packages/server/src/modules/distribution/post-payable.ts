import type { Row } from '../../platform/store/database.ts';
import { claimPosting, type Operator, type TxContext } from '../ledger/posting.ts';
import { type LockedPayee, payeeColumns, payeeTables } from './payee.ts';

/** What a payee is owed stands in one of these. */
const ownAccounts = ['pending', 'available', 'reserved'] as const;
type OwnAccount = (typeof ownAccounts)[number];
/** The other side: what was given as income, what was paid out, and the fees that were kept. */
type SystemAccount = 'sysIncome' | 'sysPaidOut' | 'sysFee';

/** Why what somebody is owed changes. `transactionId` is the natural key: a second posting with it is a mistake. */
export interface PayableCause {
  readonly transactionId: string;
  readonly cause: 'earn' | 'settle' | 'refund' | 'reverse' | 'reserve' | 'release' | 'pay';
  readonly causeId: string;
  readonly operator: Operator;
  readonly reason?: string | null;
}

export interface PayableLine {
  readonly account: OwnAccount | SystemAccount;
  /** Signed, in minor units of the payee's currency; never 0. */
  readonly delta: number;
}

export const bySystem: Operator = { kind: 'system', id: null };

const isOwn = (account: string): account is OwnAccount => ownAccounts.some((own) => own === account);

/**
 * The one way in which a payee's balances change: lines that sum to 0 are appended, and the balances that their record shows are
 * moved, in the caller's transaction, under the natural key. The payee is locked. Gives them as they are now.
 */
export async function postPayable(
  scope: TxContext,
  payee: LockedPayee,
  lines: readonly PayableLine[],
  cause: PayableCause,
): Promise<LockedPayee> {
  const { tx } = scope;
  if (lines.some(({ delta }) => delta === 0 || !Number.isSafeInteger(delta)))
    throw new Error('no line of a posting is 0');
  if (sumOf(lines, () => true) !== 0) throw new Error('a posting sums to 0');
  if (!(await claimPosting(scope, cause))) throw new Error(`${cause.transactionId} was posted before`);
  const after = moved(payee, lines);
  await tx
    .insertInto('payable_entries')
    .values(entryRows(payee, lines, cause, scope.at))
    .execute();
  await storeBalances(scope, after);
  // Their record shows the currency of the latest income.
  const isShown = after.shownCurrency === null || after.shownCurrency === after.currency || cause.cause === 'earn';
  const shown = isShown ? { ...cellsOf(after), currency: after.currency } : {};
  await tx
    .updateTable(payeeTables[payee.kind])
    .set({ ...shown, last_seq: after.lastSeq })
    .where('id', '=', payee.id)
    .execute();
  return isShown ? { ...after, shownCurrency: after.currency } : after;
}

const cellsOf = (payee: LockedPayee) => ({
  pending: payee.pending,
  available: payee.available,
  debt: payee.debt,
  reserved: payee.reserved,
  withdrawn: payee.withdrawn,
  total_income: payee.totalIncome,
});

async function storeBalances({ tx }: TxContext, payee: LockedPayee): Promise<void> {
  const [cells, column] = [cellsOf(payee), payeeColumns[payee.kind]];
  const own = tx.updateTable('payable_balances').set(cells).where(column, '=', payee.id);
  const { numUpdatedRows } = await own.where('currency', '=', payee.currency).executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const owner = { distributor_id: null, agent_id: null, [column]: payee.id };
  await tx
    .insertInto('payable_balances')
    .values({ ...owner, ...cells, currency: payee.currency })
    .execute();
}

function sumOf(lines: readonly PayableLine[], counts: (account: string) => boolean): number {
  return lines.reduce((sum, { account, delta }) => sum + (counts(account) ? delta : 0), 0);
}

/** Available less what is owed back: one account, which may be below 0. */
const netAvailable = ({ available, debt }: LockedPayee) => available - debt;

function moved(payee: LockedPayee, lines: readonly PayableLine[]): LockedPayee {
  const of = (...names: readonly string[]) => sumOf(lines, (account) => names.includes(account));
  const net = netAvailable(payee) + of('available');
  return {
    ...payee,
    pending: payee.pending + of('pending'),
    available: Math.max(0, net),
    debt: Math.max(0, -net),
    reserved: payee.reserved + of('reserved'),
    withdrawn: payee.withdrawn + of('sysPaidOut', 'sysFee'),
    totalIncome: payee.totalIncome - of('sysIncome'),
    lastSeq: payee.lastSeq + lines.filter(({ account }) => isOwn(account)).length,
  };
}

function entryRows(payee: LockedPayee, lines: readonly PayableLine[], cause: PayableCause, at: number): Row[] {
  const { transactionId, operator, reason = null } = cause;
  const common = {
    ...{ cause: cause.cause, cause_id: cause.causeId, transaction_id: transactionId },
    ...{ operator: operator.kind, operator_id: operator.id, reason, created_at: at, currency: payee.currency },
  };
  const balances = { pending: payee.pending, available: netAvailable(payee), reserved: payee.reserved };
  let seq = payee.lastSeq;
  return lines.map(({ account, delta }) => {
    const nobody = { distributor_id: null, agent_id: null };
    if (!isOwn(account)) return { ...common, ...nobody, account, delta, seq: null, balance_after: null };
    seq += 1;
    balances[account] += delta;
    const owner = { ...nobody, [payeeColumns[payee.kind]]: payee.id };
    return { ...common, ...owner, account, delta, seq, balance_after: balances[account] };
  });
}
