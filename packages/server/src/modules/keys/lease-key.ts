import { randomBytes } from 'node:crypto';
import { ApiError, apiKey } from '@gantry/core';
import { sql } from 'kysely';
import type { Clock } from '../../platform/http/caller.ts';
import type { Column, Database, Reader, Row, RowOf, Tx } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { type KeyRules, parseWords, toKeyHealth, toKeyTemper } from './key-rules.ts';
import { computeNextState, getErrorCode, type KeyHealth, moveKey, type Observation } from './next-state.ts';

const minute = 60_000;
const limitOf = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell));

/**
 * How long a key must wait until another use of this many tokens fits its limits for any 60 seconds, in ms; 0 when it fits now.
 * This transaction has locked the key's row, so that each of many parallel requests sees the uses before it.
 */
async function getMinuteRest(tx: Tx, key: RowOf<'api_keys'>, tokens: number, at: number): Promise<number> {
  const [rpm, tpm] = [limitOf(key.rpm), limitOf(key.tpm)];
  if (rpm === null && tpm === null) return 0;
  const since = at - minute;
  const used = await tx
    .selectFrom('key_leases')
    .select([
      sql<number>`count(*)`.as('requests'),
      sql<number>`coalesce(sum(tokens), 0)`.as('tokens'),
      sql<number>`coalesce(min(created_at), ${since})`.as('first'),
    ])
    .where('key_id', '=', key.id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  const isFull = rpm !== null && used.requests >= rpm;
  // A use that is larger than the limit of a whole minute waits until it is the only one; otherwise it would never run.
  const isHeavy = tpm !== null && used.tokens > 0 && used.tokens + tokens > tpm;
  return isFull || isHeavy ? Math.max(1, used.first + minute - at) : 0;
}

/** Conditions that a key must meet. */
interface KeyQuery {
  readonly keyGroup: string | null;
  readonly provider: string | null;
  /** The platform's id of a model; a key that lists models and not this one is left out. */
  readonly model: string | null;
  /** Ids of keys that were tried already. */
  readonly exclude: readonly number[];
}

/** A number from 0 to below 1. */
type Draw = () => number;

/** Maximum number of keys checked for one lease. */
const most = 500;

function selectCandidates(read: Reader, { keyGroup, provider, exclude }: KeyQuery) {
  let query = read.selectFrom('api_keys');
  if (keyGroup !== null) query = query.where('key_group', '=', keyGroup);
  if (provider !== null) query = query.where('provider', '=', provider as Column<'api_keys', 'provider'>);
  if (exclude.length > 0) query = query.where('id', 'not in', [...exclude]);
  return query;
}

/**
 * Active keys with capacity that have not expired, the best first: by priority, and within one priority in the order drawn by
 * weight.
 */
async function listCandidates(read: Reader, options: KeyQuery, at: number, draw: Draw): Promise<Row[]> {
  const rows = await selectCandidates(read, options)
    .select(['id', 'priority', 'weight', 'models'])
    .where('status', '=', 'active')
    .whereRef('in_flight', '<', 'max_concurrency')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .orderBy('priority')
    .orderBy('id')
    .limit(most)
    .execute();
  const { model } = options;
  const fit = rows.filter(({ models }) => {
    const listed = parseWords(models);
    return model === null || listed.length === 0 || listed.includes(model);
  });
  return drawKeys(fit, draw);
}

/**
 * A weighted shuffle within each priority: a key of weight w comes first with the probability of w divided by the sum of all
 * weights.
 */
export function drawKeys(rows: readonly Row[], draw: Draw): Row[] {
  const lots = rows.map((row) => ({ row, lot: -Math.log(1 - draw()) / Math.max(1, Number(row.weight)) }));
  lots.sort((one, other) => Number(one.row.priority) - Number(other.row.priority) || one.lot - other.lot);
  return lots.map(({ row }) => row);
}

/** The number of requested keys by status, for a caller who got none. */
async function explainNoKey(read: Reader, options: KeyQuery): Promise<Record<string, number>> {
  const rows = await selectCandidates(read, options)
    .select(({ fn }) => ['status', fn.countAll().as('keys')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, keys }) => [status, Number(keys)]));
}

export interface LeaseRequest extends KeyQuery {
  /** The record of the service client; null for the server itself. */
  readonly clientId: number | null;
  /** Name and IP address of the client, stored because a lease outlives the client. */
  readonly clientName?: string;
  readonly ip?: string;
  readonly capability: string | null;
  readonly ttlMs: number;
  /** How many tokens the use may take; 0 when not given. */
  readonly tokens?: number;
}

export interface Lease {
  readonly no: string;
  readonly key: RowOf<'api_keys'>;
  /** UTC ms. */
  readonly expiresAt: number;
}

/**
 * Leases a key for one call. A single guarded update claims the slot, so that parallel requests never exceed the concurrency
 * limit of a key. When no key is available, rejects with the number of keys by status.
 */
export async function leaseKey(tx: Tx, options: LeaseRequest, at: number, draw: Draw = Math.random): Promise<Lease> {
  let soonest: number | null = null;
  for (const { id } of await listCandidates(tx, options, at, draw)) {
    const key = await claimSlot(tx, Number(id), at);
    if (!key) continue;
    const waitMs = await getMinuteRest(tx, key, options.tokens ?? 0, at);
    if (waitMs === 0) return insertLease(tx, key, options, at);
    soonest = Math.min(soonest ?? waitMs, waitMs);
    await releaseSlot(tx, Number(id));
  }
  const retryAfter = soonest === null ? 1 : Math.ceil(soonest / 1000);
  const limited = soonest === null ? {} : { limited: true };
  throw new ApiError('noKey', { data: { keys: await explainNoKey(tx, options), ...limited }, retryAfter });
}

/** Adds one use to the key; returns undefined when it has no free slot. */
function claimSlot(tx: Tx, id: number, at: number): Promise<RowOf<'api_keys'> | undefined> {
  return tx
    .updateTable('api_keys')
    .set((update) => ({ in_flight: update('in_flight', '+', 1), last_used_at: at }))
    .where('id', '=', id)
    .where('status', '=', 'active')
    .whereRef('in_flight', '<', 'max_concurrency')
    .returningAll()
    .executeTakeFirst();
}

async function releaseSlot(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set((update) => ({ in_flight: update('in_flight', '-', 1) }))
    .where('id', '=', id)
    .execute();
}

async function insertLease(tx: Tx, key: RowOf<'api_keys'>, options: LeaseRequest, at: number): Promise<Lease> {
  const lease = { no: `L${randomBytes(12).toString('hex')}`, key, expiresAt: at + options.ttlMs };
  await tx
    .insertInto('key_leases')
    .values({
      no: lease.no,
      key_id: key.id,
      key_name: key.name ?? '',
      client_id: options.clientId,
      client_name: options.clientName ?? null,
      ip: options.ip ?? null,
      model: options.model,
      capability: options.capability,
      tokens: options.tokens ?? 0,
      status: 'open',
      expires_at: lease.expiresAt,
      created_at: at,
    })
    .execute();
  return lease;
}

/** Ends a lease once and frees its slot. Returns whether it was open until now. */
async function endLease(
  tx: Tx,
  lease: { readonly id: number; readonly keyId: number },
  status: 'reported' | 'expired',
  outcome: string | null,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('key_leases')
    .set({ status, outcome, ended_at: at })
    .where('id', '=', lease.id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await releaseSlot(tx, lease.keyId);
  return true;
}

const chunk = 200;
/** How long an ended lease is retained, in ms. */
const retentionMs = 30 * 24 * 3_600_000;

/** Releases leases that were not reported in time, and purges those that ended long ago. Returns how many expired. */
export async function expireLeases(
  { transaction }: { transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> },
  now: number,
): Promise<number> {
  return transaction(async (tx) => {
    const due = await tx
      .selectFrom('key_leases')
      .select(['id', 'key_id'])
      .where('status', '=', 'open')
      .where('expires_at', '<=', now)
      .orderBy('key_id')
      .limit(chunk)
      .execute();
    let ended = 0;
    for (const { id, key_id } of due) {
      if (await endLease(tx, { id, keyId: key_id }, 'expired', null, now)) ended += 1;
    }
    const old = tx
      .selectFrom('key_leases')
      .select('id')
      .where('status', '!=', 'open')
      .where('ended_at', '<', now - retentionMs);
    await tx.deleteFrom('key_leases').where('id', 'in', old.limit(chunk)).execute();
    return ended;
  });
}

interface Report extends Observation {
  readonly leaseNo: string;
  readonly message: string | null;
  /** Tokens used; the estimate is retained when not given. */
  readonly tokens?: number | null;
  /** What the upstream charges for the call, in millionths of a yuan. */
  readonly upstreamCost: number;
}

interface Reported {
  readonly keyId: number;
  /** The state of the key. */
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
 * Ends a lease with the outcome of the call and updates the key's status accordingly. A report of an expired lease still counts;
 * a second report of the same lease does not.
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
