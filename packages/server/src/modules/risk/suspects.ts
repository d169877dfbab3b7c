import { type RiskAction, type RiskKind, riskActions } from '@gantry/core';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Reader, type RowOf, withNamedTables } from '../../platform/store/database.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** A risk rule in the form that evaluation uses. */
export interface RiskTerms {
  readonly id: number;
  readonly name: string;
  readonly kind: RiskKind;
  /** The count from which a subject matches. */
  readonly threshold: number;
  readonly windowMs: number;
  readonly action: RiskAction;
  /** Duration of a restriction or ban. */
  readonly lastsMs: number;
}

/** Reads the terms of a row of `risk_rules`. */
export function toRiskTerms(row: RowOf<'risk_rules'>): RiskTerms {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as RiskKind,
    threshold: row.threshold,
    windowMs: row.window_minutes * minuteMs,
    action: Object.hasOwn(riskActions, row.action) ? (row.action as RiskAction) : 'flag',
    lastsMs: row.freeze_hours * hourMs,
  };
}

/** A subject that reached the threshold of a rule. */
export interface Suspect {
  /** An IP address, the hash of a network or the ID of a user, depending on the kind of rule. */
  readonly key: string;
  readonly measured: number;
}

/** Where a kind of rule is counted. With `timeless` all current rows count, otherwise only those created since a given time. */
interface Source {
  readonly table: string;
  /** The column to group by; rows without a value are ignored. */
  readonly by: string;
  readonly measured: RawBuilder<number>;
  readonly only?: RawBuilder<SqlBool>;
  readonly timeless?: true;
}

const sources: Readonly<Record<RiskKind, Source>> = {
  registrations: { table: 'users', by: 'register_ip', measured: sql`count(*)` },
  signIns: { table: 'sign_logs', by: 'network_hash', measured: sql`count(distinct user_id)` },
  redeemFailures: { table: 'attempts', by: 'subject', measured: sql`count(*)`, only: sql`kind = 'redeem'` },
  spending: { table: 'usage_records', by: 'user_id', measured: sql`sum(charged_amount)` },
  violations: { table: 'violation_logs', by: 'user_id', measured: sql`count(*)`, only: sql`handled <> 'ignored'` },
  debt: { table: 'wallets', by: 'user_id', measured: sql`sum(debt)`, only: sql`debt > 0`, timeless: true },
};

/** Whether all current rows count, whenever they were created. */
export const isTimeless = (kind: RiskKind): boolean => sources[kind].timeless ?? false;

/** Maximum number of users stored with an event: an office behind one IP address has hundreds. */
const maxInvolved = 200;

/** Returns at most `limit` subjects that match a rule since a time, the highest count first; with `only` just that key. */
export async function findSuspects(
  reads: Reader,
  { kind, threshold }: RiskTerms,
  since: number,
  limit: number,
  only?: string,
): Promise<Suspect[]> {
  const { table, by, measured, only: of, timeless } = sources[kind];
  const rows = await withNamedTables(reads)
    .selectFrom(table)
    .select([sql.ref(by).as('key'), measured.as('measured')])
    .where(by, 'is not', null)
    .$if(!timeless, (query) => query.where('created_at', '>', since))
    .where(of ?? sql<SqlBool>`1 = 1`)
    .$if(only !== undefined, (query) => query.where(by, '=', only))
    .groupBy(by)
    .having(measured, '>=', threshold)
    .orderBy('measured', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ key: String(row.key), measured: row.measured }));
}

/** Returns the IDs of the users of a match, the latest first; empty when all of them have been deleted. */
export async function listInvolved(reads: Reader, kind: RiskKind, key: string, since: number): Promise<number[]> {
  const people = reads.selectFrom('users').where('users.status', '!=', 'deleted').limit(maxInvolved);
  const found = {
    registrations: people
      .select('users.id')
      .where('users.register_ip', '=', key)
      .where('users.created_at', '>', since)
      .orderBy('users.created_at', 'desc')
      .orderBy('users.id', 'desc'),
    signIns: people
      .innerJoin('sign_logs', 'sign_logs.user_id', 'users.id')
      .select('users.id')
      .where('sign_logs.network_hash', '=', key)
      .where('sign_logs.created_at', '>', since)
      .groupBy('users.id')
      .orderBy(sql`max(sign_logs.created_at)`, 'desc')
      .orderBy('users.id', 'desc'),
    person: people.select('users.id').where('users.id', '=', Number(key)),
  };
  const rows = await found[kind === 'registrations' || kind === 'signIns' ? kind : 'person'].execute();
  return rows.map(({ id }) => id);
}
