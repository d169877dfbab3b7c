import { backgroundJob, type JobKind, type JobProblem, untoldProblems } from '@gantry/core';
import type { Clock } from '../context/context.ts';
import { type Notification, routeTo } from '../notifications/notification-types.ts';
import { notify } from '../notifications/notify.ts';
import type { Tx } from '../store/database.ts';

/** Work on backups tells itself what became of them, by their names. */
const selfReportingJobs: ReadonlySet<JobKind> = new Set(['backup', 'backupCopy', 'backupProof']);

/** A job that will not be tried again by itself. Those of a kind are one matter: the newest, and why. */
function jobDead(id: number, kind: JobKind, why: JobProblem): Notification {
  return {
    type: 'todo',
    event: 'jobDead',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `jobDead ${kind}`,
    params: { job: kind, why },
    route: routeTo(backgroundJob, { id: [id] }),
  };
}

/**
 * Records that a round could not deal with. Those of a kind are one matter: the newest and why, with the way to all of them.
 * @param ids the newest first
 */
export function createRecordStuckNotification(
  { resource, action }: { readonly resource: Parameters<typeof routeTo>[0]; readonly action: string },
  ids: readonly [number, ...number[]],
  why: string,
): Notification {
  const [id] = ids;
  return {
    type: 'todo',
    event: 'recordStuck',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `recordStuck ${resource.name} ${action}`,
    params: { resource: resource.name, id, why },
    route: routeTo(resource, { id: [...ids] }),
  };
}

/** Tells admins of jobs that died; one whose workers were lost, or whose server is gone, could tell nothing itself. */
export function notifyDeadJobs(clock: Clock) {
  return async (
    tx: Tx,
    { id, kind }: { readonly id: number; readonly kind: JobKind },
    why: JobProblem,
  ): Promise<void> => {
    if (why in untoldProblems || !selfReportingJobs.has(kind)) await notify(tx, clock, jobDead(id, kind, why));
  };
}
