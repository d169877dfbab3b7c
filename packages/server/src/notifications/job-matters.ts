import { backgroundJob, type JobKind } from '@gantry/core';
import type { Clock } from '../context.ts';
import type { Tx } from '../store/database.ts';
import { type Matter, routeTo } from './matters.ts';
import { notify } from './notify.ts';
import { untoldReasons } from './spoken-params.ts';

/** Work on backups tells itself what became of them, by their names. */
const tellThemselves: ReadonlySet<JobKind> = new Set(['backup', 'backupCopy', 'backupProof']);

/** A job that will not be tried again by itself. Those of a kind are one matter: the newest, and why. */
function jobDead(id: number, kind: JobKind, why: string): Matter {
  return {
    type: 'todo',
    event: 'jobDead',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `jobDead ${kind}`,
    params: { job: kind, why: why.slice(0, 200) },
    route: routeTo(backgroundJob, { id: [id] }),
  };
}

/** Tells admins of jobs that died; one whose workers were lost, or whose server is gone, could tell nothing itself. */
export function tellDeadJobs(clock: Clock) {
  return async (tx: Tx, { id, kind }: { readonly id: number; readonly kind: JobKind }, why: string): Promise<void> => {
    if (why in untoldReasons || !tellThemselves.has(kind)) await notify(tx, clock, jobDead(id, kind, why));
  };
}
