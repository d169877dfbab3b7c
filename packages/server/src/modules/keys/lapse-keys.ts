import { apiKey } from '@gantry/core';
import { isRetryDue, processDue, type RoundDeps } from '../../platform/jobs/sweep.ts';
import { lockRows } from '../../platform/store/records.ts';
import type { KeyDeps } from './check-key.ts';
import { toKeyHealth } from './key-row.ts';
import { readKeyRules } from './key-rules.ts';
import { moveKey } from './move-key.ts';
import { type KeyStatus, moves, restored } from './next-state.ts';

/** Keys that one round looks at. */
const most = 64;
const expire = { resource: apiKey, action: 'lapse' };
const lapsing = (Object.keys(moves) as KeyStatus[]).filter((status) => moves[status].includes('expired'));

/** Takes keys out whose time is over, and brings those back that were given more. */
export async function expireKeys(deps: KeyDeps & RoundDeps): Promise<void> {
  const { database, clock } = deps;
  const now = clock();
  const found = database.read
    .selectFrom('api_keys')
    .select('id')
    .where(isRetryDue(expire, now, 'api_keys.id'))
    .limit(most);
  const over = await found.where('expires_at', '<=', now).where('status', 'in', lapsing).execute();
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
    const isOver = row.expires_at !== null && Number(row.expires_at) <= now;
    if (!isOver && health.status === 'expired') await moveKey({ tx, clock }, row, restored, { cause: 'auto' });
    if (!isOver || !lapsing.includes(health.status)) return;
    const next = { ...health, status: 'expired', coolUntil: null, nextProbeAt: null } as const;
    await moveKey({ tx, clock }, row, next, { cause: 'auto', code: 'expired' }, { report: notifies });
  });
}
