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
  notifyJob,
  type OnDead,
  type TakenJob,
  takeJob,
} from './job-rows.ts';
import { createWorkLoop } from './work-loop.ts';

/** Thrown inside a job that was cancelled, or whose server stops; whatever it has done so far stays. */
class JobStopped extends Error {
  override readonly name = 'JobStopped';
}

/** Thrown by a job to say why it could not be done: by a code, which has its words in each language, and what it is about. */
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

/** The same of what may well go better later: it is tried again after a while, as often as its kind may be. */
export class JobDelayed extends JobFailed {}

/** What a job is given. */
export interface JobContext extends TakenJob {
  /** Aborted once its server stops: for a step that takes too long to wait for its end. */
  readonly signal: AbortSignal;
  /** Says how far it is; throws once the job is to stop. To be called at every step: only some calls write. */
  report(stage: JobStage, done: number, total?: number | null): Promise<void>;
}

/** Does a job and gives what came of it. It may be run again after a crash, so that every step is safe to repeat. */
export type JobWork = (job: JobContext) => Promise<unknown>;
export type JobWorks = Readonly<Record<JobKind, JobWork>>;

export interface JobRunner {
  start(): void;
  /** Resolves when no job runs here any more; one that was on the way goes back into the queue. */
  stop(): Promise<void>;
  /** Works until nothing waits, then resolves. */
  drain(): Promise<void>;
}

interface Deps extends Pick<Services, 'database' | 'clock' | 'log'> {
  readonly onDead?: OnDead;
}

/** Minimum and maximum time between two polls for jobs, in ms; a signal starts one in between. */
const [everyMs, idleMs] = [1_000, 15_000];
/** Progress is written no more often than this, in ms. */
const reportIntervalMs = 500;

/** Tells the place of this server; null when any server finds what another one made. */
type OwnPlace = () => Promise<string | null>;

/** Works on the jobs of all servers: each process on one at a time, and in parallel on one of each kind with a lane of its own. */
export function createJobRunner(
  deps: Deps,
  works: Partial<JobWorks>,
  ownPlace: OwnPlace = async () => null,
): JobRunner {
  const { database, clock, log } = deps;
  const kinds = Object.keys(works) as JobKind[];
  const apart = new Set(jobLanes.flat());
  const lanes = [
    kinds.filter((kind) => !apart.has(kind)),
    ...jobLanes.map((lane) => lane.filter((kind) => works[kind])),
  ]
    .filter((ofLane) => ofLane.length > 0)
    .map((ofLane) => createLane(deps, works, ofLane, ownPlace));
  const find = async () => {
    const due = await listDueKinds(database.read, { kinds, place: await ownPlace() });
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

function createLane(deps: Deps, works: Partial<JobWorks>, kinds: readonly JobKind[], ownPlace: OwnPlace): Lane {
  const { database, clock, log, onDead } = deps;
  const owner = randomUUID();
  const stopping = new AbortController();
  let working: Promise<void> | null = null;

  const workOn = async (): Promise<boolean> => {
    const place = await ownPlace();
    const job = stopping.signal.aborted ? null : await takeJob(database, clock, { owner, kinds, place }, onDead);
    const work = job && works[job.kind];
    if (!work) return false;
    const end = await runJob(deps, work, job, owner, stopping.signal);
    await endJob(database, clock, job, owner, end, onDead);
    return true;
  };
  const drain = async () => {
    let did = false;
    while (!stopping.signal.aborted && (await workOn())) did = true;
    return did;
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

/** Only some steps were written, and a step may be reported before it is done. At the end the complete progress is written. */
const readAll = (last: JobProgress | null): JobProgress | null => last && { ...last, done: last.total ?? last.done };

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
  const localize = async (progress: Parameters<typeof notifyJob>[4]) => {
    isOurs = isOurs && (await notifyJob(database, clock, job.id, owner, progress));
  };
  // A single step may take longer than the lease.
  const beat = setInterval(() => void localize(null).catch(() => undefined), leaseMs / 3).unref();
  const report: JobContext['report'] = async (stage, done, total = null) => {
    const now = performance.now();
    last = { stage, done, total };
    if (reported.stage !== stage || now - reported.at >= reportIntervalMs) {
      reported = { stage, at: now };
      await localize(last);
    }
    if (!isOurs || stopping.aborted) throw new JobStopped();
  };
  try {
    const result = await work({ ...job, signal: stopping, report });
    return { status: 'succeeded', result, progress: readAll(last) };
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
    clearInterval(beat);
  }
}

/** What a job says of a model that gave nothing: a reason of our own by its words, and the code of an upstream as it came. */
export function createModelFailure(reason: string): JobFailed {
  const own = reason.replace(/^outbound_/, '');
  return Object.hasOwn(jobProblems, own) ? new JobFailed(own as JobProblem) : new JobFailed('model', reason);
}
