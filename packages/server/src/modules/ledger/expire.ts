import { ApiError, creditLot, hold as holdResource } from '@gantry/core';
import { sql } from 'kysely';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { type DueTime, dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import { isRetryDue, processDue, type SweepDeps } from '../../platform/jobs/sweep.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { changeLot } from './lots.ts';
import { type Asset, claimPosting, lockWallet, post } from './posting.ts';
import { releaseHold } from './release-hold.ts';

/** Maximum holds and lots per run; the next run continues. */
const batchSize = 500;
const lots = { resource: creditLot, action: 'expire' };
const holds = { resource: holdResource, action: 'expire' };

/**
 * Expires due lots, each in its own transaction. Held credits of a lot expire after their hold ends. Returns how many expired.
 */
export async function expireLots(deps: SweepDeps): Promise<number> {
  const { database, clock } = deps;
  const at = clock();
  const due = await database.read
    .selectFrom('credit_lots')
    .select(['id', 'user_id', 'asset'])
    .where('expires_at', '<=', at)
    .where(sql<boolean>`remaining > held`)
    .where(isRetryDue(lots, at, 'credit_lots.id'))
    .orderBy('expires_at')
    .limit(batchSize)
    .execute();
  return processDue(deps, lots, due, ({ user_id: userId, asset }, id) =>
    database.transaction((tx) =>
      expireLot({ tx, dialect: database.dialect, at }, { id, userId, asset: asset as Asset }),
    ),
  );
}

/** Expires the free credits of a lot. Returns false when there were none, for example when another process was faster. */
async function expireLot(scope: TxContext, lot: { id: number; userId: number; asset: Asset }): Promise<boolean> {
  const wallet = await lockWallet(scope, lot.userId, lot.asset);
  const row = await scope.tx
    .selectFrom('credit_lots')
    .select(['remaining', 'held'])
    .where('id', '=', lot.id)
    .executeTakeFirstOrThrow();
  const free = row.remaining - row.held;
  if (free <= 0) return false;
  // A lot may expire in parts, when holds release credits later; each part has its own entry.
  const transactionId = `lot:${lot.id}:expire:${wallet.lastSeq + 1}`;
  const operator = { kind: 'system', id: null } as const;
  const cause = { transactionId, cause: 'expire', causeId: `lot:${lot.id}`, operator } as const;
  if (!(await claimPosting(scope, cause))) throw new Error('a lot has ended twice in one moment');
  await changeLot(scope, lot.id, { remaining: -free });
  await post(scope, wallet, [{ lotId: lot.id, delta: -free }], cause);
  return true;
}

/** Releases holds that have expired. */
export async function expireHolds(deps: SweepDeps): Promise<void> {
  const { database, clock } = deps;
  const at = clock();
  const due = await database.read
    .selectFrom('holds')
    .select(['id', 'no'])
    .where('status', '=', 'held')
    .where('expires_at', '<=', at)
    .where(isRetryDue(holds, at, 'holds.id'))
    .orderBy('expires_at')
    .limit(batchSize)
    .execute();
  await processDue(deps, holds, due, ({ no }) =>
    database
      .transaction((tx) => releaseHold({ tx, dialect: database.dialect, at }, String(no), 'expired'))
      .catch(ignoreCaptured),
  );
}

/** Ignores the rejection of a hold that was captured just before it expired; rethrows other errors. */
function ignoreCaptured(error: unknown): void {
  if (!(error instanceof ApiError && error.problem === 'stateConflict')) throw error;
}

const dueTimes: readonly DueTime[] = [
  dueTime('holds', 'expires_at', ['held']),
  { ...dueTime('credit_lots', 'expires_at'), where: sql<boolean>`remaining > held` },
];

/**
 * Expires holds and lots. Not woken by writes to either: calls write them all the time, and nothing expires when it is written.
 */
export function createLedgerJob(deps: SweepDeps): ScheduledJob {
  const { database, clock } = deps;
  return {
    name: 'expire holds and lots',
    everyMs: 10_000,
    run: async () => {
      const due = await findNextDue(database.read, dueTimes);
      if (due === null || due > clock()) return;
      await expireHolds(deps);
      await expireLots(deps);
    },
  };
}
