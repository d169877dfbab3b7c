import { apiKey } from '@gantry/core';
import { sql } from 'kysely';
import { createDayOf } from '../../platform/context/day-of.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import { isRetryDue, processDue, type SweepDeps, type SweepWork } from '../../platform/jobs/sweep.ts';
import type { Row, RowOf, Tx } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { readKeyRules, readProbeRules, toKeyHealth } from './key-rules.ts';
import { expireLeases } from './lease-key.ts';
import { type Cause, type KeyHealth, type KeyStatus, moveKey, moves, restored } from './next-state.ts';
import { checkKey, type KeyDeps } from './probe-key.ts';
import { readBalance, type UpstreamBalance, UpstreamError } from './read-upstream.ts';
import { storeBalance } from './store-balance.ts';

/** Maximum number of keys that one run queries, and the number of parallel calls. A shutdown waits until the run ends. */
const most = 32;
const parallel = 8;
const minute = 60_000;

/**
 * Queries the balances of keys, so that admins do not learn of an empty one from rejected calls. Includes keys whose upstream
 * reports a balance, that can be used and that were not queried recently.
 */
export async function checkBalances(deps: KeyDeps): Promise<void> {
  const { database, clock, settings } = deps;
  await clearLowBalances(database);
  const { enabled, intervalMinutes } = await settings.read('keyPool', 'balance');
  if (!enabled) return;
  const now = clock();
  const due = await database.read
    .selectFrom('api_keys')
    .select('id')
    .where('balance_source', '<>', 'none')
    .where('status', 'not in', ['disabled', 'expired'])
    .where(({ eb, or }) => or([eb('balance_due_at', 'is', null), eb('balance_due_at', '<=', now)]))
    .orderBy('id')
    .limit(most)
    .execute();
  const dueAt = now + intervalMinutes * minute;
  for (let from = 0; from < due.length; from += parallel)
    await Promise.all(due.slice(from, from + parallel).map(({ id }) => checkBalance(deps, id, dueAt)));
}

/** Clears the mark of a low balance when the key's threshold is removed or lowered, or its balance is no longer queried. */
async function clearLowBalances({ read, transaction }: KeyDeps['database']): Promise<void> {
  const stale = await read
    .selectFrom('api_keys')
    .select('id')
    .where('balance_is_low', '=', 1)
    .where(({ eb, or, ref }) =>
      or([
        eb('low_balance', 'is', null),
        eb('balance_source', '=', 'none'),
        eb('upstream_balance', '>=', ref('low_balance')),
      ]),
    )
    .limit(most)
    .execute();
  const ids = stale.map(({ id }) => id);
  if (ids.length > 0)
    await transaction((tx) => tx.updateTable('api_keys').set({ balance_is_low: 0 }).where('id', 'in', ids).execute());
}

/**
 * Claims the key until its next due time, so that only one of two processes queries it. An upstream that does not answer leaves
 * the stored balance unchanged.
 */
async function checkBalance(deps: KeyDeps, id: number, dueAt: number): Promise<void> {
  const { database, clock } = deps;
  const taken = await database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, apiKey, [id]);
    if (!row || (row.balance_due_at !== null && row.balance_due_at > clock())) return null;
    await tx.updateTable('api_keys').set({ balance_due_at: dueAt }).where('id', '=', id).execute();
    return row;
  });
  const balance = taken && (await requestBalance(deps, taken));
  if (!balance) return;
  await database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, apiKey, [id]);
    if (row) await storeBalance({ tx, clock }, row, balance);
  });
}

async function requestBalance(deps: KeyDeps, row: RowOf<'api_keys'>): Promise<UpstreamBalance | null> {
  try {
    return await readBalance(deps, row);
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

const day = 86_400_000;

/** For each key, the share of successful calls since a moment, in ten-thousandths, read only from the index of leases. */
export const selectRatesSince = (since: number) => sql<{ id: number; rate: number | null; known: number | null }>`
  select k.id as id, k.success_bps as known, (
    select sum(case when l.outcome in ('ok', 'request') then 10000 else 0 end) / count(*) from key_leases l
    where l.key_id = k.id and l.created_at >= ${since} and l.outcome is not null
  ) as rate from api_keys k`;

/**
 * Stores on each key the share of succeeded calls in the last day, in ten-thousandths of those with a reported outcome; null without
 * any. A call that was rejected because of the request is not a failure of the key.
 */
export async function keepRates({ database, clock }: Pick<KeyDeps, 'database' | 'clock'>): Promise<void> {
  const { rows } = await selectRatesSince(clock() - day).execute(database.read);
  const getNumber = (value: number | null) => (value === null ? null : Math.floor(value));
  const changed = rows.filter(({ rate, known }) => getNumber(rate) !== getNumber(known));
  if (changed.length === 0) return;
  await database.transaction(async (tx) => {
    for (const { id, rate } of changed)
      await tx
        .updateTable('api_keys')
        .set({ success_bps: getNumber(rate) })
        .where('id', '=', id)
        .execute();
  });
}

/** Scheduled jobs of the pool of upstream keys. */
export function createKeyJobs(deps: KeyDeps & SweepDeps): readonly ScheduledJob[] {
  return [
    getKeysJob(deps),
    { name: 'check upstream balances', everyMs: 30_000, run: () => checkBalances(deps) },
    { name: 'record success rates of keys', everyMs: 60_000, run: () => keepRates(deps) },
  ];
}

/** How often exhausted keys are checked for a new day in the site's time zone, in ms. */
const dayCheckMs = 30_000;

/** The next time at which a lease, a cooldown or a key expires or a probe is due. */
async function findNextKeyWork({ database: { read }, clock }: KeyDeps): Promise<number | null> {
  const exhausted = read.selectFrom('api_keys').select('id').where('status', '=', 'exhausted').limit(1);
  const due = await findNextDue(read, [
    dueTime('key_leases', 'expires_at', ['open']),
    dueTime('api_keys', 'expires_at', expirable),
    dueTime('api_keys', 'cool_until', ['cooling']),
    dueTime('api_keys', 'next_probe_at', ['active', 'cooling', 'exhausted', 'probing', 'disabled', 'autoDisabled']),
  ]);
  const dayCheck = (await exhausted.executeTakeFirst()) ? clock() + dayCheckMs : null;
  return due === null || dayCheck === null ? (due ?? dayCheck) : Math.min(due, dayCheck);
}

/** Maintains the pool. */
function getKeysJob(deps: KeyDeps & SweepDeps): ScheduledJob {
  const dayOf = createDayOf();
  return {
    name: 'maintain keys',
    everyMs: 2_000,
    watches: ['api_keys', 'settings'],
    nextDue: () => findNextKeyWork(deps),
    run: async () => {
      const { timezone } = await deps.settings.read('system', 'site');
      await maintainKeys(deps, dayOf(deps.clock(), timezone));
    },
  };
}

const expire = { resource: apiKey, action: 'lapse' };
/** States in which a key whose time is over expires. */
const expirable = (Object.keys(moves) as KeyStatus[]).filter((status) => moves[status].includes('expired'));

/** Expires keys whose time is over, and restores those whose expiry was extended. */
async function expireKeys(deps: KeyDeps & SweepDeps): Promise<void> {
  const { database, clock } = deps;
  const now = clock();
  const found = database.read
    .selectFrom('api_keys')
    .select('id')
    .where(isRetryDue(expire, now, 'api_keys.id'))
    .limit(mostAtOnce);
  const over = await found.where('expires_at', '<=', now).where('status', 'in', expirable).execute();
  const back = await found
    .where('status', '=', 'expired')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
  if (over.length + back.length === 0) return;
  const { notify: notifies } = await readKeyRules(deps.settings);
  await processDue(deps, expire, [...over, ...back], (_, id) => expireKey(deps, id, now, notifies));
}

/** Moves a key if its status still disagrees with its expiry time. */
async function expireKey({ database, clock }: KeyDeps, id: number, now: number, notifies: boolean): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, apiKey, [id]);
    if (!row) return;
    const health = toKeyHealth(row);
    const isOver = row.expires_at !== null && row.expires_at <= now;
    if (!isOver && health.status === 'expired') await moveKey({ tx, clock }, row, restored, { cause: 'auto' });
    if (!isOver || !expirable.includes(health.status)) return;
    const next = { ...health, status: 'expired', coolUntil: null, nextProbeAt: null } as const;
    await moveKey({ tx, clock }, row, next, { cause: 'auto', code: 'expired' }, { report: notifies });
  });
}

/** Maximum number of keys of each type that one run handles, and the number of parallel calls. */
const mostAtOnce = 64;

/** A probe without a result for this long, in ms, was lost with its process. */
const probeLost = 120_000;
const moving = { resource: apiKey, action: 'restore' };
const checking: SweepWork = { resource: apiKey, action: 'check', parallel };

type MaintainDeps = KeyDeps & SweepDeps;

/** One run: leases that were not reported, keys whose cooldown is over, keys that are due for a probe or a test. */
export async function maintainKeys(deps: MaintainDeps, day: string): Promise<void> {
  const { database, clock } = deps;
  await expireLeases(database, clock());
  await expireKeys(deps);
  const now = clock();
  const countByStatus = (status: KeyStatus) =>
    database.read
      .selectFrom('api_keys')
      .select('id')
      .where('status', '=', status)
      .where(isRetryDue(moving, now, 'api_keys.id'));
  await moveAll(deps, countByStatus('cooling').where('cool_until', '<=', now), 'cooling', (health) => ({
    ...restored,
    // The cooldown level is retained until a call succeeds.
    coolLevel: health.coolLevel,
    failStreak: health.failStreak,
  }));
  const another = countByStatus('exhausted').where((where) =>
    where.or([where('cost_day', 'is', null), where('cost_day', '!=', day)]),
  );
  await moveAll(deps, another, 'exhausted', () => restored, { cost_today: 0, cost_day: day });
  await moveAll(deps, countByStatus('probing').where('next_probe_at', '<=', now), 'probing', (health) => ({
    ...health,
    status: 'autoDisabled',
  }));
  await checkDue(deps, now);
}

type Ids = { limit(count: number): { execute(): Promise<Row[]> } };

/** Moves keys that are still in the state in which they were found. */
async function moveAll(
  deps: MaintainDeps,
  found: Ids,
  status: KeyStatus,
  next: (health: KeyHealth) => KeyHealth,
  cells: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { database, clock } = deps;
  await processDue(deps, moving, await found.limit(mostAtOnce).execute(), (_, id) =>
    database.transaction(async (tx) => {
      const row = await readLocked(tx, database, id, status);
      if (row) await moveKey({ tx, clock }, row, next(toKeyHealth(row)), { cause: 'auto' } satisfies Cause, { cells });
    }),
  );
}

async function readLocked(
  tx: Tx,
  { dialect }: KeyDeps['database'],
  id: number,
  status: KeyStatus,
): Promise<RowOf<'api_keys'> | null> {
  const [row] = await lockRows(tx, dialect, apiKey, [id]);
  return row?.status === status ? row : null;
}

async function checkDue(deps: MaintainDeps, now: number): Promise<void> {
  const { enabled } = await readProbeRules(deps.settings);
  const wanted: readonly KeyStatus[] = [
    'active',
    'cooling',
    'exhausted',
    // Only on request: a disabled key is not scheduled, and the test leaves it disabled.
    'disabled',
    ...(enabled ? (['autoDisabled'] as const) : []),
  ];
  const due = await deps.database.read
    .selectFrom('api_keys')
    .select('id')
    .where('next_probe_at', '<=', now)
    .where('status', 'in', [...wanted])
    .where(isRetryDue(checking, now, 'api_keys.id'))
    .orderBy('next_probe_at')
    .limit(mostAtOnce)
    .execute();
  await processDue(deps, checking, due, (_, id) => checkOne(deps, id, now));
}

/** Claims the key for a check, so that only one of two processes runs it. A disabled key becomes `probing`, for one call. */
async function checkOne(deps: KeyDeps, id: number, now: number): Promise<void> {
  const { database, clock } = deps;
  const cause = await database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, apiKey, [id]);
    if (!row || row.next_probe_at === null || row.next_probe_at > now) return null;
    const health = toKeyHealth(row);
    const isOff = health.status === 'autoDisabled';
    const taken: KeyHealth = isOff
      ? { ...health, status: 'probing', nextProbeAt: now + probeLost }
      : { ...health, nextProbeAt: null };
    await moveKey({ tx, clock }, row, taken, { cause: 'probe' });
    return isOff ? 'probe' : 'test';
  });
  if (cause !== null) await checkKey(deps, id, cause);
}
