import { ApiError, apiKey } from '@gantry/core';
import type { Clock } from '../../platform/http/caller.ts';
import type { Database, RowOf, Tx } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { type KeyRules, toKeyHealth, toKeyTemper } from './key-rules.ts';
import { endLease } from './lease-key.ts';
import { computeNextState, getErrorCode, type KeyHealth, moveKey, type Observation } from './next-state.ts';

export interface Report extends Observation {
  readonly leaseNo: string;
  readonly message: string | null;
  /** Tokens that it used; left as estimated when not given. */
  readonly tokens?: number | null;
  /** What the upstream asks for the call, in millionths of a yuan. */
  readonly upstreamCost: number;
}

export interface Reported {
  readonly keyId: number;
  /** Where the key stands now. */
  readonly state: string;
}

interface Deps {
  readonly tx: Tx;
  readonly database: Pick<Database, 'dialect'>;
  readonly clock: Clock;
  readonly rules: KeyRules;
  /** Today in the site's time zone. */
  readonly day: string;
}

/**
 * Ends a lease with how the call went and lets the key become what follows from it. One that had expired still tells; one
 * that was reported does not tell twice.
 */
export async function reportLease(deps: Deps, report: Report): Promise<Reported> {
  const { tx, database, clock } = deps;
  const lease = await tx.selectFrom('key_leases').selectAll().where('no', '=', report.leaseNo).executeTakeFirst();
  if (!lease) throw new ApiError('notFound', { data: { leaseId: report.leaseNo } });
  const keyId = lease.key_id;
  const ended = await endLease(tx, { id: lease.id, keyId }, 'reported', report.outcome, clock());
  if (!ended && !(await markLate(tx, lease.id, report.outcome)))
    throw new ApiError('stateConflict', { data: { state: 'reported' } });
  if (typeof report.tokens === 'number') {
    await tx.updateTable('key_leases').set({ tokens: report.tokens }).where('id', '=', lease.id).execute();
  }
  const [key] = await lockRows(tx, database.dialect, apiKey, [keyId]);
  if (!key) throw new ApiError('notFound', { data: { keyId } });
  const next = await learn(deps, key, report);
  return { keyId, state: next.status };
}

async function markLate(tx: Tx, id: number, outcome: string): Promise<boolean> {
  const late = tx.updateTable('key_leases').set({ status: 'reported', outcome });
  const { numUpdatedRows } = await late.where('id', '=', id).where('status', '=', 'expired').executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function learn({ tx, clock, rules, day }: Deps, key: RowOf<'api_keys'>, report: Report): Promise<KeyHealth> {
  const now = clock();
  const seen = computeNextState(toKeyHealth(key), report, { rules, temper: toKeyTemper(key), decides: false, now });
  const cost = (key.cost_day === day ? (key.cost_today ?? 0) : 0) + report.upstreamCost;
  const isSpent = key.daily_cost_cap !== null && cost >= key.daily_cost_cap;
  const next: KeyHealth =
    isSpent && (seen.status === 'active' || seen.status === 'cooling') ? { ...seen, status: 'exhausted' } : seen;
  const code = getErrorCode(report);
  const cells = {
    cost_day: day,
    cost_today: cost,
    ...(code === null ? {} : { last_error_code: code.slice(0, 64), last_error: report.message }),
  };
  const cause = {
    cause: 'report',
    code: next.status === 'exhausted' ? 'daily_cost_cap' : code,
    message: report.message,
  } as const;
  await moveKey({ tx, clock }, key, next, cause, { cells, report: rules.notify });
  return next;
}
