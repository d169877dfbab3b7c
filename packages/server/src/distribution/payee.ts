import { type AnyResource, distributor, regionalAgent } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import type { Row } from '../store/database.ts';
import { lockRows } from '../store/records.ts';

/** Who is owed a share of orders. */
export type PayeeKind = 'distributor' | 'agent';

/** A payee as they stand while nobody else can move what they are owed. Money is integer fen. */
export interface LockedPayee {
  readonly kind: PayeeKind;
  readonly id: number;
  readonly userId: number;
  readonly status: string;
  readonly pending: number;
  readonly available: number;
  /** What they owe back; with a debt nothing is available. */
  readonly debt: number;
  readonly reserved: number;
  readonly withdrawn: number;
  readonly totalIncome: number;
  readonly lastSeq: number;
  readonly row: Row;
}

const payeeResources: Readonly<Record<PayeeKind, AnyResource>> = { distributor, agent: regionalAgent };
export const payeeTables: Readonly<Record<PayeeKind, string>> = {
  distributor: 'distributors',
  agent: 'regional_agents',
};
/** The column by which other tables name a payee. */
export const payeeColumns = { distributor: 'distributor_id', agent: 'agent_id' } as const;

export function payeeOf(kind: PayeeKind, row: Row): LockedPayee {
  return {
    kind,
    id: Number(row.id),
    userId: Number(row.user_id),
    status: String(row.status),
    pending: Number(row.pending),
    available: Number(row.available),
    debt: Number(row.debt),
    reserved: Number(row.reserved),
    withdrawn: Number(row.withdrawn),
    totalIncome: Number(row.total_income),
    lastSeq: Number(row.last_seq ?? 0),
    row,
  };
}

/**
 * Payees of one kind, by id, nobody else's until the transaction ends. Rows that say what a payee earned or asked for are locked
 * before their payee, and distributors before agents: with one order of locks nobody waits in a circle.
 */
export async function lockPayees(
  { tx, dialect }: MoneyScope,
  kind: PayeeKind,
  ids: readonly number[],
): Promise<Map<number, LockedPayee>> {
  const rows = await lockRows(tx, dialect, payeeResources[kind], [...new Set(ids)]);
  return new Map(rows.map((row) => [Number(row.id), payeeOf(kind, row)]));
}

export async function lockPayee(scope: MoneyScope, kind: PayeeKind, id: number): Promise<LockedPayee> {
  const payee = (await lockPayees(scope, kind, [id])).get(id);
  if (!payee) throw new Error(`there is no ${kind} ${id}`);
  return payee;
}
