import { distributor, regionalAgent } from '@gantry/core';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';

/** The account that money is sent to: sealed at rest, and shown in full only after an identity confirmation. */
export interface PayoutAccount {
  readonly account: string;
  readonly realName: string;
}

const place = (id: number, column: 'account' | 'real_name') => ({ table: 'withdrawals', id, column });

export function sealAccount(keyring: Keyring, id: number, { account, realName }: PayoutAccount) {
  return {
    account: keyring.seal(place(id, 'account'), account),
    real_name: keyring.seal(place(id, 'real_name'), realName),
  };
}

/** What of a withdrawal has to be read to open its account. */
export type SealedAccount = Pick<RowOf<'withdrawals'>, 'id' | 'account' | 'real_name'>;

export function openAccount(keyring: Keyring, row: SealedAccount): PayoutAccount {
  const { id } = row;
  return {
    account: keyring.open(place(id, 'account'), row.account ?? ''),
    realName: keyring.open(place(id, 'real_name'), row.real_name ?? ''),
  };
}

/** What of an account may be seen: its last four characters, and of a short one its last. */
export function maskAccount(account: string): string {
  return `***${account.slice(account.length >= 8 ? -4 : -1)}`;
}

/** What of a name may be seen: its first character. */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}**`;
}

/** Who is owed a share of orders. */
export type PayeeKind = 'distributor' | 'agent';

/** What a payee is owed in one currency, in integer minor units. */
export interface PayeeBalances {
  readonly pending: number;
  readonly available: number;
  /** What they owe back; with a debt nothing is available. */
  readonly debt: number;
  readonly reserved: number;
  readonly withdrawn: number;
  readonly totalIncome: number;
}

/** The record of a payee. */
export type PayeeRow = RowOf<'distributors'> | RowOf<'regional_agents'>;

/** A payee with their balances of one currency, locked against other changes of what they are owed. */
export interface LockedPayee extends PayeeBalances {
  readonly kind: PayeeKind;
  readonly id: number;
  readonly userId: number;
  readonly status: string;
  /** ISO 4217 code of the balances. */
  readonly currency: string;
  /** The currency whose balances their record shows; null while nothing was ever posted. */
  readonly shownCurrency: string | null;
  /** Of all postings, whatever their currency. */
  readonly lastSeq: number;
  readonly row: PayeeRow;
}

/** Balances as stored, of a row that has them; none are 0. */
export function balancesOf(
  row:
    | Pick<RowOf<'payable_balances'>, 'pending' | 'available' | 'debt' | 'reserved' | 'withdrawn' | 'total_income'>
    | undefined,
): PayeeBalances {
  return {
    pending: row?.pending ?? 0,
    available: row?.available ?? 0,
    debt: row?.debt ?? 0,
    reserved: row?.reserved ?? 0,
    withdrawn: row?.withdrawn ?? 0,
    totalIncome: row?.total_income ?? 0,
  };
}

export const payeeTables = { distributor: 'distributors', agent: 'regional_agents' } as const;
/** The column by which other tables name a payee. */
export const payeeColumns = { distributor: 'distributor_id', agent: 'agent_id' } as const;

function getPayee(
  kind: PayeeKind,
  row: PayeeRow,
  currency: string,
  balances: RowOf<'payable_balances'> | undefined,
): LockedPayee {
  return {
    kind,
    id: row.id,
    userId: row.user_id,
    status: row.status,
    ...balancesOf(balances),
    currency,
    shownCurrency: typeof row.currency === 'string' ? row.currency : null,
    lastSeq: row.last_seq,
    row,
  };
}

/**
 * Locks payees of one kind, by id, until the transaction ends. Rows that say what a payee earned or requested are locked before their
 * payee, and distributors before agents: one order of locks prevents deadlocks.
 */
export async function lockPayees(
  { tx, dialect }: TxContext,
  kind: PayeeKind,
  ids: readonly number[],
  currency: string,
): Promise<Map<number, LockedPayee>> {
  const own = [...new Set(ids)];
  const rows: PayeeRow[] =
    kind === 'distributor'
      ? await lockRows(tx, dialect, distributor, own)
      : await lockRows(tx, dialect, regionalAgent, own);
  if (rows.length === 0) return new Map();
  const column = payeeColumns[kind];
  const stored = await tx
    .selectFrom('payable_balances')
    .selectAll()
    .where(
      column,
      'in',
      rows.map(({ id }) => id),
    )
    .where('currency', '=', currency)
    .execute();
  const balances = new Map(stored.map((row) => [row[column] ?? 0, row]));
  return new Map(rows.map((row) => [row.id, getPayee(kind, row, currency, balances.get(row.id))]));
}

export async function lockPayee(scope: TxContext, kind: PayeeKind, id: number, currency: string): Promise<LockedPayee> {
  const payee = (await lockPayees(scope, kind, [id], currency)).get(id);
  if (!payee) throw new Error(`there is no ${kind} ${id}`);
  return payee;
}
