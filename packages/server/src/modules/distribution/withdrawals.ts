import { ApiError, defaultCurrency, formatFen, type Locale, localize, withdrawal } from '@gantry/core';
import type { DayOf } from '../../platform/context/day-of.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { type Cell, type NewRow, type RowOf, withNamedTables } from '../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { claimPosting, type Operator } from '../ledger/index.ts';
import type { PayoutTerms } from './distributors.ts';
import {
  type LockedPayee,
  lockPayee,
  maskAccount,
  maskName,
  type PayeeKind,
  type PayoutAccount,
  payeeColumns,
  payeeTables,
  sealAccount,
} from './payee.ts';

/** The accounts of what a payee is owed. */
const ownAccounts = ['pending', 'available', 'reserved'] as const;
type OwnAccount = (typeof ownAccounts)[number];
/** The contra accounts: income granted, withdrawals paid out, and fees withheld. */
type SystemAccount = 'sysIncome' | 'sysPaidOut' | 'sysFee';

/** Why the amount that a payee is owed changes. `transactionId` is the natural key: a second posting with it is an error. */
interface PayableCause {
  readonly transactionId: string;
  readonly cause: 'earn' | 'settle' | 'refund' | 'reverse' | 'reserve' | 'release' | 'pay';
  readonly causeId: string;
  readonly operator: Operator;
  readonly reason?: string | null;
}

interface PayableLine {
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
  const after = applyLines(payee, lines);
  await tx
    .insertInto('payable_entries')
    .values(getEntryRows(payee, lines, cause, scope.at))
    .execute();
  await storeBalances(scope, after);
  // Their record shows the currency of the latest income.
  const isShown = after.shownCurrency === null || after.shownCurrency === after.currency || cause.cause === 'earn';
  const shown = isShown ? { ...getCells(after), currency: after.currency } : {};
  await withNamedTables(tx)
    .updateTable(payeeTables[payee.kind])
    .set({ ...shown, last_seq: after.lastSeq })
    .where('id', '=', payee.id)
    .execute();
  return isShown ? { ...after, shownCurrency: after.currency } : after;
}

const getCells = (payee: LockedPayee) => ({
  pending: payee.pending,
  available: payee.available,
  debt: payee.debt,
  reserved: payee.reserved,
  withdrawn: payee.withdrawn,
  total_income: payee.totalIncome,
});

async function storeBalances({ tx }: TxContext, payee: LockedPayee): Promise<void> {
  const [cells, column] = [getCells(payee), payeeColumns[payee.kind]];
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
const getNetAvailable = ({ available, debt }: LockedPayee) => available - debt;

function applyLines(payee: LockedPayee, lines: readonly PayableLine[]): LockedPayee {
  const sumAccounts = (...names: readonly string[]) => sumOf(lines, (account) => names.includes(account));
  const net = getNetAvailable(payee) + sumAccounts('available');
  return {
    ...payee,
    pending: payee.pending + sumAccounts('pending'),
    available: Math.max(0, net),
    debt: Math.max(0, -net),
    reserved: payee.reserved + sumAccounts('reserved'),
    withdrawn: payee.withdrawn + sumAccounts('sysPaidOut', 'sysFee'),
    totalIncome: payee.totalIncome - sumAccounts('sysIncome'),
    lastSeq: payee.lastSeq + lines.filter(({ account }) => isOwn(account)).length,
  };
}

function getEntryRows(
  payee: LockedPayee,
  lines: readonly PayableLine[],
  cause: PayableCause,
  at: number,
): NewRow<'payable_entries'>[] {
  const { transactionId, operator, reason = null } = cause;
  const common = {
    ...{ cause: cause.cause, cause_id: cause.causeId, transaction_id: transactionId },
    ...{ operator: operator.kind, operator_id: operator.id, reason, created_at: at, currency: payee.currency },
  };
  const balances = { pending: payee.pending, available: getNetAvailable(payee), reserved: payee.reserved };
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

const words = {
  least: { zh: '单笔最低 ', en: 'Minimum ' },
  day: { zh: '超过今日上限，还可提现 ', en: 'Above the daily limit. Remaining: ' },
  fee: { zh: '金额不够支付手续费 ', en: 'The amount does not cover the fee of ' },
  short: { zh: '可提现余额不足：', en: 'More than the available balance: ' },
} as const;

/** States in which payees may withdraw; after a contract ends, its earnings can still be withdrawn. */
const mayWithdraw: Readonly<Record<PayeeKind, readonly string[]>> = {
  distributor: ['active'],
  agent: ['active', 'expired', 'terminated'],
};

export interface WithdrawalInput extends PayoutAccount {
  readonly kind: PayeeKind;
  readonly payeeId: number;
  /** ISO 4217 code; null for the currency whose balances the payee's record shows. */
  readonly currency: string | null;
  /** Fen. */
  readonly amount: number;
  readonly channel: string;
  readonly bankName: string | null;
  readonly operator: Operator;
  /** The admin who asks for it; null for the platform. */
  readonly by: number | null;
  readonly locale: Locale;
}

export interface WithdrawalTools {
  readonly terms: PayoutTerms;
  readonly keyring: Keyring;
  readonly dayOf: DayOf;
  /** Makes the number of a withdrawal, which sorts by time. */
  readonly newNumber: (letter: string, at: number, timeZone: string) => string;
}

/** A withdrawal as it was requested. */
export interface RequestedWithdrawal extends Pick<RowOf<'withdrawals'>, 'id' | 'amount' | 'fee' | 'payout'> {
  readonly no: string;
  readonly currency: string;
  readonly status: 'requested';
}

/** Sets money aside to be paid out. Rejects an amount that is not available, too small, or above the daily limit. Returns the row. */
export async function requestWithdrawal(
  scope: TxContext,
  tools: WithdrawalTools,
  prompt: WithdrawalInput,
): Promise<RequestedWithdrawal> {
  const { tx, dialect, at } = scope;
  const payee = await lockPayee(scope, prompt.kind, prompt.payeeId, await getCurrency(scope, prompt));
  assertMayWithdraw(payee);
  const { currency } = payee;
  const fee = getFee(tools.terms, { ...prompt, currency });
  if (prompt.amount < tools.terms.minAmount)
    throw createAmountError('least', tools.terms.minAmount, currency, prompt.locale);
  await assertAvailable(scope, tools, payee, prompt);
  const { amount, channel, bankName, account, realName } = prompt;
  const owner = prompt.kind === 'distributor' ? { distributorId: payee.id } : { agentId: payee.id };
  const masks = { accountMask: maskAccount(account), realNameMask: maskName(realName) };
  const no = tools.newNumber('W', at, tools.terms.timezone);
  const values = { no, ...owner, amount, currency, fee, payout: amount - fee, channel, bankName, attempt: 1, ...masks };
  const row = createRow(withdrawal, values, { by: prompt.by, at });
  const [id = 0] = await insertRecords(tx, dialect, withdrawal, [row]);
  const sealed = sealAccount(tools.keyring, id, prompt);
  await tx.updateTable('withdrawals').set(sealed).where('id', '=', id).execute();
  await move(scope, payee, { no, attempt: 1 }, 'reserve', prompt.operator, null, setAside(amount));
  return { id, no, currency, amount, fee, payout: amount - fee, status: 'requested' };
}

/** The requested currency, or else that of the balances on the payee's record. */
async function getCurrency({ tx }: TxContext, { kind, payeeId, currency }: WithdrawalInput): Promise<string> {
  if (currency !== null) return currency;
  const row = await withNamedTables(tx)
    .selectFrom(payeeTables[kind])
    .select('currency')
    .where('id', '=', payeeId)
    .executeTakeFirst();
  return typeof row?.currency === 'string' ? row.currency : defaultCurrency;
}

const setAside = (amount: number): readonly Line[] => [
  { account: 'available', delta: -amount },
  { account: 'reserved', delta: amount },
];

function assertMayWithdraw({ kind, status }: LockedPayee): void {
  if (!mayWithdraw[kind].includes(status)) throw new ApiError('stateConflict', { data: { state: status } });
}

/**
 * Reserves the same money again for a withdrawal that failed, at the current fee. Its money was released, so it must be available
 * and within the daily limit. The row must be locked. Returns the updated row.
 */
export async function requestAgainFor(
  scope: TxContext,
  tools: Pick<WithdrawalTools, 'terms' | 'dayOf'>,
  row: RowOf<'withdrawals'>,
  { by, cells, locale }: Outcome & { readonly locale: Locale },
): Promise<RowOf<'withdrawals'>> {
  const amount = row.amount;
  const payee = await loadPayee(scope, row);
  assertMayWithdraw(payee);
  await assertAvailable(scope, tools, payee, { amount, locale });
  const attempt = row.attempt + 1;
  const fresh = { approved_by: null, approved_at: null, finished_at: null, reason: null, ...cells, attempt };
  const after = await changeRecord(scope.tx, scope.dialect, withdrawal, row, fresh, { by, at: scope.at });
  await move(scope, payee, after, 'reserve', { kind: 'admin', id: by }, null, setAside(amount));
  return after;
}

/** The fee of a withdrawal, in fen. */
function getFee(
  { feeFixed, feeBps }: PayoutTerms,
  { amount, currency, locale }: Pick<WithdrawalInput, 'amount' | 'locale'> & { readonly currency: string },
) {
  const fee = feeFixed + Math.floor((amount * feeBps) / 10_000);
  if (fee >= amount) throw createAmountError('fee', fee, currency, locale);
  return fee;
}

function createAmountError(why: keyof typeof words, amount: number, currency: string, locale: Locale): ApiError {
  const text = `${localize(words[why], locale)}${formatFen(amount, locale, currency)}`;
  return new ApiError('invalid', { errors: { amount: [text] } });
}

async function assertAvailable(
  scope: TxContext,
  { terms, dayOf }: Pick<WithdrawalTools, 'terms' | 'dayOf'>,
  payee: LockedPayee,
  { amount, locale }: Pick<WithdrawalInput, 'amount' | 'locale'>,
): Promise<void> {
  if (amount > payee.available) {
    const message = `${localize(words.short, locale)}${formatFen(payee.available, locale, payee.currency)}`;
    throw new ApiError('insufficient', { message, data: { available: payee.available, requested: amount } });
  }
  if (terms.dailyLimit === 0) return;
  const left = Math.max(0, terms.dailyLimit - (await setAsideToday(scope, dayOf, terms.timezone, payee)));
  if (amount > left) throw createAmountError('day', left, payee.currency, locale);
}

/** No day in any time zone is longer, in ms. */
const longestDay = 26 * 3_600_000;

/**
 * The amount reserved for a payee since the start of the site's day, except what was released. A withdrawal counts once, on the
 * day of its last attempt.
 */
async function setAsideToday({ tx, at }: TxContext, dayOf: DayOf, timezone: string, payee: LockedPayee) {
  const since = at - longestDay;
  const status = await tx
    .selectFrom('withdrawals')
    .select(['no', 'attempt', 'amount'])
    .where(payeeColumns[payee.kind], '=', payee.id)
    .where('currency', '=', payee.currency)
    .where('updated_at', '>', since)
    .where('status', 'not in', ['rejected', 'failed'])
    .execute();
  if (status.length === 0) return 0;
  const amounts = new Map(status.map((row) => [getPosting(row, 'reserve'), row.amount]));
  const today = dayOf(at, timezone);
  const reserved = await tx
    .selectFrom('payable_entries')
    .select(['transaction_id', 'created_at'])
    .where('transaction_id', 'in', [...amounts.keys()])
    .where('account', '=', 'reserved')
    .where('created_at', '>', since)
    .execute();
  return reserved
    .filter((entry) => dayOf(entry.created_at, timezone) === today)
    .reduce((sum, entry) => sum + (amounts.get(entry.transaction_id) ?? 0), 0);
}

type Line = Parameters<typeof postPayable>[2][number];

type Cause = 'reserve' | 'release' | 'pay';

/** Each attempt has its own postings; those of the first use the number without a suffix. */
function getPosting(
  { no, attempt }: { readonly no: string | null; readonly attempt: number | null },
  cause: Cause,
): string {
  const turn = Number(attempt) > 1 ? `:${attempt}` : '';
  return `withdrawal:${no}:${cause}${turn}`;
}

function move(
  scope: TxContext,
  payee: LockedPayee,
  row: { readonly no: string | null; readonly attempt: number | null },
  cause: Cause,
  operator: Operator,
  reason: string | null,
  lines: readonly Line[],
) {
  const transactionId = getPosting(row, cause);
  return postPayable(scope, payee, lines, { transactionId, cause, causeId: row.no ?? '', operator, reason });
}

/** The outcome of a withdrawal: the admin, and the column values of its row. */
export interface Outcome {
  readonly by: number;
  readonly reason?: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** Whose withdrawal it is. The row is locked before them. */
export function loadPayee(scope: TxContext, row: RowOf<'withdrawals'>): Promise<LockedPayee> {
  const kind: PayeeKind = row.distributor_id === null ? 'agent' : 'distributor';
  return lockPayee(scope, kind, row[payeeColumns[kind]] ?? 0, row.currency);
}

/** Makes the money of a rejected or failed withdrawal available again. The row must be locked. Returns it as it is now. */
export async function returnWithdrawal(
  scope: TxContext,
  row: RowOf<'withdrawals'>,
  { by, reason, cells }: Outcome,
): Promise<RowOf<'withdrawals'>> {
  const amount = row.amount;
  const payee = await loadPayee(scope, row);
  const operator = { kind: 'admin', id: by } as const;
  await move(scope, payee, row, 'release', operator, reason ?? null, [
    { account: 'reserved', delta: -amount },
    { account: 'available', delta: amount },
  ]);
  return changeRecord(scope.tx, scope.dialect, withdrawal, row, cells, { by, at: scope.at });
}

/** Records that the money was sent. The row must be locked. Returns the updated row. */
export async function payWithdrawal(
  scope: TxContext,
  row: RowOf<'withdrawals'>,
  { by, cells }: Outcome,
): Promise<RowOf<'withdrawals'>> {
  const [amount, fee] = [row.amount, row.fee];
  const payee = await loadPayee(scope, row);
  const operator = { kind: 'admin', id: by } as const;
  const after = await changeRecord(scope.tx, scope.dialect, withdrawal, row, cells, { by, at: scope.at });
  await move(scope, payee, row, 'pay', operator, null, [
    { account: 'reserved', delta: -amount },
    { account: 'sysPaidOut', delta: amount - fee },
    ...(fee > 0 ? [{ account: 'sysFee', delta: fee } as const] : []),
  ]);
  return after;
}
