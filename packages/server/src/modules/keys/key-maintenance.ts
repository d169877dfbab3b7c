import { apiKey } from '@gantry/core';
import { isRetryDue, processDue, type RoundDeps } from '../../platform/jobs/sweep.ts';
import type { Row, RowOf, Tx } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { readKeyRules, readProbeRules, toKeyHealth } from './key-rules.ts';
import { expireLeases } from './lease-key.ts';
import { type Cause, type KeyHealth, type KeyStatus, moveKey, moves, restored } from './next-state.ts';
import { checkKey, type KeyDeps } from './try-key.ts';

const expire = { resource: apiKey, action: 'lapse' };
/** States in which a key whose time is over expires. */
export const expirable = (Object.keys(moves) as KeyStatus[]).filter((status) => moves[status].includes('expired'));

/** Takes keys out whose time is over, and brings those back that were given more. */
async function expireKeys(deps: KeyDeps & RoundDeps): Promise<void> {
  const { database, clock } = deps;
  const now = clock();
  const found = database.read
    .selectFrom('api_keys')
    .select('id')
    .where(isRetryDue(expire, now, 'api_keys.id'))
    .limit(most);
  const over = await found.where('expires_at', '<=', now).where('status', 'in', expirable).execute();
  const back = await found
    .where('status', '=', 'expired')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
  if (over.length + back.length === 0) return;
  const { notify: notifies } = await readKeyRules(deps.settings);
  await processDue(deps, expire, [...over, ...back], (_, id) => expireKey(deps, id, now, notifies));
}

/** Moves one that still is where its time does not belong. */
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

/** Keys that one round looks at of each kind, and how many calls it makes side by side. */
const most = 64;
const sideBySide = 8;
/** A probe that said nothing for so long, in ms, was lost with its process. */
const probeLost = 120_000;
const moving = { resource: apiKey, action: 'restore' };
const checking = { resource: apiKey, action: 'check', sideBySide };

type MaintainDeps = KeyDeps & RoundDeps;

/** One run: leases that were not reported, keys whose cooldown is over, keys that are due for a probe or a test. */
export async function maintainKeys(deps: MaintainDeps, day: string): Promise<void> {
  const { database, clock } = deps;
  await expireLeases(database, clock());
  await expireKeys(deps);
  const now = clock();
  const at = (status: KeyStatus) =>
    database.read
      .selectFrom('api_keys')
      .select('id')
      .where('status', '=', status)
      .where(isRetryDue(moving, now, 'api_keys.id'));
  await moveAll(deps, at('cooling').where('cool_until', '<=', now), 'cooling', (health) => ({
    ...restored,
    // How often it cooled stays known until a call goes well.
    coolLevel: health.coolLevel,
    failStreak: health.failStreak,
  }));
  const another = at('exhausted').where((where) =>
    where.or([where('cost_day', 'is', null), where('cost_day', '!=', day)]),
  );
  await moveAll(deps, another, 'exhausted', () => restored, { cost_today: 0, cost_day: day });
  await moveAll(deps, at('probing').where('next_probe_at', '<=', now), 'probing', (health) => ({
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
  await processDue(deps, moving, await found.limit(most).execute(), (_, id) =>
    database.transaction(async (tx) => {
      const row = await lockedIn(tx, database, id, status);
      if (row) await moveKey({ tx, clock }, row, next(toKeyHealth(row)), { cause: 'auto' } satisfies Cause, { cells });
    }),
  );
}

async function lockedIn(
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
    // Only on request: it is not scheduled, and the test leaves it disabled.
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
    .limit(most)
    .execute();
  await processDue(deps, checking, due, (_, id) => checkOne(deps, id, now));
}

/** Takes the key for a check, so that of two processes one makes it. A disabled one is probed: half open, for one call. */
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
