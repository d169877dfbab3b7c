import { randomUUID } from 'node:crypto';
import { type JobKind, type JobProblem, type JobStage, jobLanes, jobProblems } from '@gantry/core';
import type { Services } from '../context/context.ts';
import { toLoggable } from '../http/request-log.ts';
import { createRetryPolicy } from '../store/retry-policy.ts';
import {
  endJob,
  type JobEnd,
  type JobProgress,
  leaseMs,
  listDueKinds,
  type OnDead,
  renewJob,
  type TakenJob,
  takeJob,
} from './job-rows.ts';
import { createWorkLoop } from './work-loop.ts';

/** Thrown inside a job that was canceled or whose server stops; what the job has done so far remains. */
class JobStopped extends Error {
  override readonly name = 'JobStopped';
}

/** Thrown by a job that cannot be done: a problem code, which has a text in each language, and an optional detail. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly problem: JobProblem;
  readonly detail: string;

  constructor(problem: JobProblem, detail = '') {
    super(`${jobProblems[problem].en} ${detail}`.trim());
    this.problem = problem;
    this.detail = detail;
  }
}

/** Thrown by a job that may succeed later: it is retried after a pause, up to the maximum number of attempts of its kind. */
export class JobDelayed extends JobFailed {}

/** The argument of a job. */
export interface JobContext extends TakenJob {
  /** Aborted when the server stops: for steps that take too long to wait for. */
  readonly signal: AbortSignal;
  /** Reports the progress. Throws when the job must stop. Call it at every step: only some calls write. */
  report(stage: JobStage, done: number, total?: number | null): Promise<void>;
}

/** Does a job and returns its result. A job may run again after a crash, so every step must be safe to repeat. */
export type JobWork = (job: JobContext) => Promise<unknown>;
export type JobWorks = Readonly<Record<JobKind, JobWork>>;

export interface JobRunner {
  start(): void;
  /** Resolves when no job is running in this process; a job that was interrupted goes back into the queue. */
  stop(): Promise<void>;
  /** Works until no job is due, then resolves. */
  drain(): Promise<void>;
}

interface Deps extends Pick<Services, 'database' | 'clock' | 'log'> {
  readonly onDead?: OnDead;
}

/** Minimum and maximum time between two polls for jobs, in ms; a signal starts one in between. */
const [everyMs, idleMs] = [1_000, 15_000];
/** Progress is written no more often than this, in ms. */
const reportIntervalMs = 500;

/**
 * Returns the instance id of this server, whose jobs it takes in addition to those that any server can run; null for only the
 * latter.
 */
type GetInstance = () => Promise<string | null>;

/** Runs the jobs of all servers. Each process runs one job at a time, and in parallel one job of each separate lane. */
export function createJobRunner(
  deps: Deps,
  works: Partial<JobWorks>,
  getInstance: GetInstance = async () => null,
): JobRunner {
  const { database, clock, log } = deps;
  const kinds = Object.keys(works) as JobKind[];
  const separateKinds = new Set(jobLanes.flat());
  const lanes = [
    kinds.filter((kind) => !separateKinds.has(kind)),
    ...jobLanes.map((lane) => lane.filter((kind) => works[kind])),
  ]
    .filter((ofLane) => ofLane.length > 0)
    .map((ofLane) => createLane(deps, works, ofLane, getInstance));
  const find = async () => {
    const due = await listDueKinds(database.read, { kinds, instance: await getInstance() });
    const now = clock();
    for (const lane of lanes) if (lane.kinds.some((kind) => (due.get(kind) ?? Infinity) <= now)) lane.start(loop.wake);
    const later = [...due.values()].filter((at) => at > now);
    return later.length === 0 ? null : Math.min(...later);
  };
  const loop = createWorkLoop({
    changes: database.changes,
    clock,
    watches: ['background_jobs'],
    everyMs,
    idleMs,
    firstMs: everyMs,
    work: () =>
      find().catch((error: unknown) => {
        log.warn(toLoggable(error), 'looking for jobs failed');
        return clock() + everyMs;
      }),
  });
  return {
    start: loop.start,
    async stop() {
      await Promise.all([loop.stop(), ...lanes.map((lane) => lane.stop())]);
    },
    async drain() {
      // One lane may leave work for another.
      while ((await Promise.all(lanes.map((lane) => lane.drain()))).includes(true));
    },
  };
}

interface Lane {
  readonly kinds: readonly JobKind[];
  /** Starts to work through its jobs unless it already does; `onIdle` is called when none is left. */
  start(onIdle: () => void): void;
  /** Resolves when no job of the lane is running. */
  stop(): Promise<void>;
  /** Works until no job is due. Returns whether there was any. */
  drain(): Promise<boolean>;
}

function createLane(deps: Deps, works: Partial<JobWorks>, kinds: readonly JobKind[], getInstance: GetInstance): Lane {
  const { database, clock, log, onDead } = deps;
  const owner = randomUUID();
  const stopping = new AbortController();
  let working: Promise<void> | null = null;

  const runNextJob = async (): Promise<boolean> => {
    const instance = await getInstance();
    const job = stopping.signal.aborted ? null : await takeJob(database, clock, { owner, kinds, instance }, onDead);
    const work = job && works[job.kind];
    if (!work) return false;
    const end = await runJob(deps, work, job, owner, stopping.signal);
    await endJob(database, clock, job, owner, end, onDead);
    return true;
  };
  const drain = async () => {
    let hasWorked = false;
    while (!stopping.signal.aborted && (await runNextJob())) hasWorked = true;
    return hasWorked;
  };
  const report = (error: unknown) => log.warn(toLoggable(error), 'taking a job failed');
  return {
    kinds,
    start(onIdle) {
      working ??= drain()
        .then((did) => did && onIdle(), report)
        .finally(() => {
          working = null;
        }) as Promise<void>;
    },
    async stop() {
      stopping.abort();
      await working;
    },
    drain,
  };
}

const pauseAfter = createRetryPolicy({ firstMs: 60_000, factor: 2, maxMs: 6 * 3_600_000 });

/** Returns the final progress: only some steps were written, and a step may be reported before it is done. */
const completeProgress = (last: JobProgress | null): JobProgress | null =>
  last && { ...last, done: last.total ?? last.done };

async function runJob(
  { database, clock, log }: Deps,
  work: JobWork,
  job: TakenJob,
  owner: string,
  stopping: AbortSignal,
): Promise<JobEnd> {
  let reported = { stage: '', at: 0 };
  let isOurs = true;
  let last: JobProgress | null = null;
  const renew = async (progress: Parameters<typeof renewJob>[4]) => {
    isOurs = isOurs && (await renewJob(database, clock, job.id, owner, progress));
  };
  // A single step may take longer than the lease.
  const heartbeat = setInterval(() => void renew(null).catch(() => undefined), leaseMs / 3).unref();
  const report: JobContext['report'] = async (stage, done, total = null) => {
    const now = performance.now();
    last = { stage, done, total };
    if (reported.stage !== stage || now - reported.at >= reportIntervalMs) {
      reported = { stage, at: now };
      await renew(last);
    }
    if (!isOurs || stopping.aborted) throw new JobStopped();
  };
  try {
    const result = await work({ ...job, signal: stopping, report });
    return { status: 'succeeded', result, progress: completeProgress(last) };
  } catch (error) {
    if (error instanceof JobStopped) return { status: 'queued' };
    if (error instanceof JobFailed) {
      const { problem, detail } = error;
      if (error instanceof JobDelayed && job.attempts < job.tries)
        return { status: 'later', problem, detail, runAfter: clock() + pauseAfter(job.attempts) };
      return { status: 'failed', problem, detail };
    }
    log.error({ job: job.kind, ...toLoggable(error) }, 'a job failed');
    return { status: 'failed', problem: 'unexpected', detail: error instanceof Error ? error.name : '' };
  } finally {
    clearInterval(heartbeat);
  }
}

/** Creates the failure of a job whose model call failed: a known problem keeps its code, others become the detail of `model`. */
export function createModelFailure(reason: string): JobFailed {
  const own = reason.replace(/^outbound_/, '');
  return Object.hasOwn(jobProblems, own) ? new JobFailed(own as JobProblem) : new JobFailed('model', reason);
}
