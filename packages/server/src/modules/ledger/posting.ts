import { ApiError } from '@gantry/core';
import type { Column, RowOf } from '../../platform/store/database.ts';
import {
  isPostgres,
  prepareQuery,
  prepareWrite,
  runTogether,
  type SlotOf,
  type Write,
} from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';

export type Asset = 'coin' | 'compute';
export type Cause =
  | 'recharge'
  | 'redeem'
  | 'sign'
  | 'invite'
  | 'gift'
  | 'adminAdjust'
  | 'consume'
  | 'consumeRefund'
  | 'orderRefund'
  | 'expire'
  | 'reversal';

/** Who moves the credits. */
export interface Operator {
  readonly kind: 'admin' | 'service' | 'user' | 'system';
  readonly id: number | null;
}

/** Why a balance changes. `transactionId` is the natural key of the posting: a second one with it has no effect. */
export interface PostingCause {
  readonly transactionId: string;
  readonly cause: Cause;
  readonly causeId: string;
  readonly operator: Operator;
  readonly reason?: string | null;
  /** The entry that this one reverses. */
  readonly reversalOf?: number | null;
}

/** A wallet whose owner is locked. Amounts are integer credits. */
export interface LockedWallet {
  readonly id: number;
  readonly userId: number;
  readonly ownerStatus: string;
  /** Level of the owner's membership; 0 without one. */
  readonly ownerLevel: number;
  readonly asset: Asset;
  readonly balance: number;
  readonly held: number;
  readonly debt: number;
  readonly lastSeq: number;
}

/** One change of a wallet. `lotId` is the lot that the credits came from or went into; null for debt. */
export interface PostingLine {
  readonly lotId: number | null;
  /** Signed, never 0. */
  readonly delta: number;
}

/** The counter-account of each cause. Its entry makes every posting sum to 0. */
const counterAccounts: Readonly<Record<Cause, Column<'ledger_entries', 'account'>>> = {
  recharge: 'sys:issued',
  redeem: 'sys:issued',
  sign: 'sys:issued',
  invite: 'sys:issued',
  gift: 'sys:issued',
  adminAdjust: 'sys:adjust',
  consume: 'sys:consumed',
  consumeRefund: 'sys:consumed',
  orderRefund: 'sys:issued',
  expire: 'sys:expired',
  reversal: 'sys:issued',
};

/** Maximum balance, so that sums stay exact integers in every client. */
const largestBalance = 1_000_000_000_000;

/** Claims the natural key of a posting. Returns false when it was posted before; the caller must then change nothing. */
export async function claimPosting(scope: TxContext, cause: ClaimedCause): Promise<boolean> {
  return (await runTogether(scope.tx, claim(scope, cause))).length > 0;
}

type ClaimedCause = Pick<PostingCause, 'transactionId' | 'causeId'> & { readonly cause: string };

const insertPosting = prepareWrite((on, slot: SlotOf<'transactionId' | 'cause' | 'causeId' | 'at'>) =>
  on
    .insertInto('ledger_postings')
    .values({
      transaction_id: slot('transactionId'),
      cause: slot('cause'),
      cause_id: slot('causeId'),
      created_at: slot('at'),
    })
    .onConflict((conflict) => conflict.column('transaction_id').doNothing())
    .returning('transaction_id'),
);

/** Gives a row when the natural key is new. */
const claim = ({ at }: TxContext, { transactionId, cause, causeId }: ClaimedCause) =>
  insertPosting({ transactionId, cause, causeId, at });

const entryColumns = [
  'asset',
  'cause',
  'cause_id',
  'operator',
  'operator_id',
  'reason',
  'reversal_of',
  'transaction_id',
  'created_at',
  'user_id',
  'account',
  'wallet_id',
  'lot_id',
  'seq',
  'delta',
  'balance_after',
] as const;
type EntryRow = Readonly<Record<(typeof entryColumns)[number], string | number | null>>;

type EntryInsert = (cells: Readonly<Record<string, unknown>>) => Write;
/** Prepared inserts, by number of entries. */
const entryInserts = new Map<number, EntryInsert>();

function prepareEntries(count: number): EntryInsert {
  return prepareWrite((on, slot: SlotOf<string>) => {
    const createRowAt = (at: number) => Object.fromEntries(entryColumns.map((name) => [name, slot(`${at} ${name}`)]));
    const rows = Array.from({ length: count }, (_, at) => createRowAt(at) as Record<keyof EntryRow, never>);
    return on.insertInto('ledger_entries').values(rows);
  });
}

function insertEntries(rows: readonly EntryRow[]): Write {
  const insert = entryInserts.get(rows.length) ?? prepareEntries(rows.length);
  entryInserts.set(rows.length, insert);
  return insert(
    Object.fromEntries(rows.flatMap((row, at) => entryColumns.map((name) => [`${at} ${name}`, row[name]]))),
  );
}

function getEntryRows(
  wallet: LockedWallet,
  lines: readonly PostingLine[],
  cause: PostingCause,
  at: number,
): EntryRow[] {
  const common = {
    asset: wallet.asset,
    cause: cause.cause,
    cause_id: cause.causeId,
    operator: cause.operator.kind,
    operator_id: cause.operator.id,
    reason: cause.reason ?? null,
    reversal_of: cause.reversalOf ?? null,
    transaction_id: cause.transactionId,
    created_at: at,
  };
  let balance = wallet.balance;
  const own = lines.map(({ lotId, delta }, index) => {
    balance += delta;
    const place = { user_id: wallet.userId, account: null, wallet_id: wallet.id, lot_id: lotId };
    return { ...common, ...place, seq: wallet.lastSeq + index + 1, delta, balance_after: balance };
  });
  const system = { user_id: null, account: counterAccounts[cause.cause], wallet_id: null, lot_id: null, seq: null };
  return [...own, { ...common, ...system, delta: wallet.balance - balance, balance_after: null }];
}

/** Signed changes of the held credits and the debt that are written with a posting. */
export interface WalletChange {
  readonly held?: number;
  readonly debt?: number;
}

/**
 * The only function that changes a balance. It appends the entries and their counter-entry and updates the wallet and the balance
 * in the owner's record, all in the caller's transaction. The wallet must be locked and the posting claimed. Returns the updated
 * wallet.
 */
export async function post(
  scope: TxContext,
  wallet: LockedWallet,
  lines: readonly PostingLine[],
  cause: PostingCause,
  change: WalletChange = {},
): Promise<LockedWallet> {
  const { after, entries, wallets, users } = planPosting(scope, wallet, lines, cause, change);
  await runTogether(scope.tx, wallets, entries, users);
  return after;
}

/**
 * Claims the natural key of a posting and posts it together with `extraWrites`. For postings that cannot be repeated: throws when
 * the posting already exists, which rolls back the transaction.
 */
export async function claimAndPost(
  scope: TxContext,
  wallet: LockedWallet,
  lines: readonly PostingLine[],
  cause: PostingCause,
  change: WalletChange,
  extraWrites: readonly Write[],
): Promise<LockedWallet> {
  const { after, entries, wallets, users } = planPosting(scope, wallet, lines, cause, change);
  const claimed = await runTogether(scope.tx, claim(scope, cause), entries, wallets, users, ...extraWrites);
  if (claimed.length === 0) throw new Error(`posted before: ${cause.transactionId}`);
  return after;
}

/** The writes of a posting, and the wallet as it is after them. */
function planPosting(
  { at }: TxContext,
  wallet: LockedWallet,
  lines: readonly PostingLine[],
  cause: PostingCause,
  { held = 0, debt = 0 }: WalletChange,
) {
  if (lines.length === 0 || lines.some(({ delta }) => delta === 0 || !Number.isSafeInteger(delta)))
    throw new Error('a posting has lines, and none of them is 0');
  const balance = wallet.balance + lines.reduce((sum, { delta }) => sum + delta, 0);
  if (Math.abs(balance) > largestBalance)
    throw new ApiError('invalid', { errors: { amount: [`|balance| <= ${largestBalance}`] } });
  const after = {
    ...wallet,
    balance,
    lastSeq: wallet.lastSeq + lines.length,
    held: wallet.held + held,
    debt: wallet.debt + debt,
  };
  const entries = insertEntries(getEntryRows(wallet, lines, cause, at));
  const wallets = moveBalance({ ...after, at });
  const users = showBalance[wallet.asset]({ balance, userId: wallet.userId });
  return { after, entries, wallets, users };
}

const moveBalance = prepareWrite((on, slot: SlotOf<'balance' | 'held' | 'debt' | 'lastSeq' | 'at' | 'id'>) =>
  on
    .updateTable('wallets')
    .set({
      balance: slot('balance'),
      held: slot('held'),
      debt: slot('debt'),
      last_seq: slot('lastSeq'),
      changed_at: slot('at'),
    })
    .where('id', '=', slot('id'))
    .returning('id'),
);

const prepareShow = (column: 'coin_balance' | 'compute_balance') =>
  prepareWrite((on, slot: SlotOf<'balance' | 'userId'>) =>
    on
      .updateTable('users')
      .set({ [column]: slot('balance') })
      .where('id', '=', slot('userId')),
  );
/** Writes the balance in the owner's record. */
const showBalance = { coin: prepareShow('coin_balance'), compute: prepareShow('compute_balance') } as const;

/** Creates the `insufficient` error with the available and the requested credits. */
export function createInsufficientError(available: number, requested: number): ApiError {
  return new ApiError('insufficient', { data: { available, requested } });
}

/** Asserts a positive integer amount. Request validation rejects other amounts earlier, so this throws a plain Error. */
export function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`not an amount of credits: ${amount}`);
}

function getWallet(row: RowOf<'wallets'>, owner: LockedOwner): LockedWallet {
  return {
    id: row.id,
    userId: row.user_id,
    ownerStatus: owner.status,
    ownerLevel: owner.vipLevel,
    asset: row.asset === 'compute' ? 'compute' : 'coin',
    balance: row.balance,
    held: row.held,
    debt: row.debt,
    lastSeq: row.last_seq,
  };
}

/** A user whose credits and memberships are locked. */
interface LockedOwner {
  readonly status: string;
  /** Level of the active membership; 0 without one. */
  readonly vipLevel: number;
}

/**
 * Locks a user against other changes of their credits until the transaction ends. The user is always locked first: one order of
 * locks prevents deadlocks.
 */
export async function lockOwner({ tx, dialect }: TxContext, userId: number): Promise<LockedOwner> {
  const query = tx.selectFrom('users').select(['status', 'vip_level']).where('id', '=', userId);
  const row = await (dialect.kind === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return { status: row.status, vipLevel: row.vip_level };
}

/**
 * Returns the wallet of a user, locked until the transaction ends; creates it when missing. Throws `notFound` for an unknown
 * user. The rows of the user and the wallet are locked in one statement, so that PostgreSQL returns both as they are after the
 * wait.
 */
export async function lockWallet(scope: TxContext, userId: number, asset: Asset): Promise<LockedWallet> {
  const [known] = (await lockKnown(scope.tx, { userId, asset })).rows;
  if (known) return getWallet(known, { status: known.owner_status, vipLevel: known.owner_level });
  return createWallet(scope, userId, asset);
}

const lockKnown = prepareQuery((on, slot: SlotOf<'userId' | 'asset'>) => {
  const query = on
    .selectFrom('users as u')
    .innerJoin('wallets as w', 'w.user_id', 'u.id')
    .selectAll('w')
    .select(['u.status as owner_status', 'u.vip_level as owner_level'])
    .where('u.id', '=', slot('userId'))
    .where('w.asset', '=', slot('asset'));
  return isPostgres(on) ? query.forNoKeyUpdate(['u', 'w']) : query;
});

/** Creates the wallet at the first use of an asset. Reads it again first, because it may have been created since the lookup. */
async function createWallet(scope: TxContext, userId: number, asset: Asset): Promise<LockedWallet> {
  const owner = await lockOwner(scope, userId);
  const { tx, at } = scope;
  const found = await tx
    .selectFrom('wallets')
    .selectAll()
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .executeTakeFirst();
  if (found) return getWallet(found, owner);
  const empty = { balance: 0, held: 0, debt: 0, last_seq: 0 };
  const made = await tx
    .insertInto('wallets')
    .values({ user_id: userId, asset, ...empty, changed_at: at, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
  return getWallet(made, owner);
}

/** Writes the held credits and the debt of a wallet. The balance does not change. */
export async function writeWallet(scope: TxContext, wallet: LockedWallet): Promise<void> {
  await runTogether(scope.tx, changeWallet(scope, wallet));
}

const moveHeld = prepareWrite((on, slot: SlotOf<'held' | 'debt' | 'at' | 'id'>) =>
  on
    .updateTable('wallets')
    .set({ held: slot('held'), debt: slot('debt'), changed_at: slot('at') })
    .where('id', '=', slot('id'))
    .returning('id'),
);

/** Prepares the write of `writeWallet` without running it. */
export const changeWallet = ({ at }: TxContext, { id, held, debt }: LockedWallet) => moveHeld({ held, debt, at, id });

/** Locks a user against other changes of what they own until the transaction ends. Returns their row. */
export async function lockUserRow({ tx, dialect }: TxContext, userId: number): Promise<RowOf<'users'>> {
  const query = tx.selectFrom('users').selectAll().where('id', '=', userId);
  const locked = dialect.kind === 'postgres' ? query.forNoKeyUpdate() : query;
  const row = await locked.executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return row;
}
