import { randomUUID } from 'node:crypto';
import { type JobKind, type JobStage, longJobs } from '@gantry/core';
import type { Services } from '../context.ts';
import { loggable } from '../http/request-log.ts';
import { endJob, type JobEnd, leaseMs, type TakenJob, takeJob, tellJob } from './job-rows.ts';

/** Thrown inside a job that was cancelled, or whose server stops; whatever it has done so far stays. */
class JobStopped extends Error {
  override readonly name = 'JobStopped';
}

/** Thrown by a job to say in words why it could not be done. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

/** What a job is given. */
export interface JobContext extends TakenJob {
  /** Aborted once its server stops: for a step that takes so long that nobody waits for its end. */
  readonly signal: AbortSignal;
  /** Says how far it is; throws once the job is to stop. To be called at every step: only some calls write. */
  tell(stage: JobStage, done: number, total?: number | null): Promise<void>;
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

type Needs = Pick<Services, 'database' | 'clock' | 'log'>;

const lookEvery = 1_000;
/** Progress is written no more often than this, in ms. */
const tellEvery = 500;

/** Works on the jobs of all server processes: in each on one at a time, and on one that may go on for hours beside it. */
export function createJobRunner(needs: Needs, works: Partial<JobWorks>): JobRunner {
  const kinds = Object.keys(works) as JobKind[];
  const lanes = [false, true]
    .map((isLong) => kinds.filter((kind) => longJobs.has(kind) === isLong))
    .filter((ofLane) => ofLane.length > 0)
    .map((ofLane) => createLane(needs, works, ofLane));
  const all = async (work: (lane: JobRunner) => Promise<void>) => void (await Promise.all(lanes.map(work)));
  return {
    start: () => {
      for (const lane of lanes) lane.start();
    },
    stop: () => all((lane) => lane.stop()),
    drain: () => all((lane) => lane.drain()),
  };
}

function createLane(needs: Needs, works: Partial<JobWorks>, kinds: readonly JobKind[]): JobRunner {
  const { database, clock, log } = needs;
  const owner = randomUUID();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  const workOn = async (): Promise<boolean> => {
    const job = stopping.signal.aborted ? null : await takeJob(database, clock, owner, kinds);
    const work = job && works[job.kind];
    if (!work) return false;
    const end = await runJob(needs, work, job, owner, stopping.signal);
    await endJob(database, clock, job.id, owner, end);
    return true;
  };
  const drain = async () => {
    while (await workOn()) if (stopping.signal.aborted) return;
  };
  const report = (error: unknown) => log.warn(loggable(error), 'looking for jobs failed');
  const schedule = () => {
    timer = setTimeout(() => {
      working = drain()
        .catch(report)
        .finally(() => {
          if (!stopping.signal.aborted) schedule();
        });
    }, lookEvery).unref();
  };
  return {
    start: schedule,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
    drain,
  };
}

async function runJob(
  { database, clock, log }: Needs,
  work: JobWork,
  job: TakenJob,
  owner: string,
  stopping: AbortSignal,
): Promise<JobEnd> {
  let told = { stage: '', at: 0 };
  let isOurs = true;
  const say = async (progress: Parameters<typeof tellJob>[4]) => {
    isOurs = isOurs && (await tellJob(database, clock, job.id, owner, progress));
  };
  // A single step may take longer than the lease.
  const beat = setInterval(() => void say(null).catch(() => undefined), leaseMs / 3).unref();
  const tell: JobContext['tell'] = async (stage, done, total = null) => {
    const now = performance.now();
    if (told.stage !== stage || now - told.at >= tellEvery) {
      told = { stage, at: now };
      await say({ stage, done, total });
    }
    if (!isOurs || stopping.aborted) throw new JobStopped();
  };
  try {
    const result = await work({ ...job, signal: stopping, tell });
    return { status: 'succeeded', result };
  } catch (error) {
    if (error instanceof JobStopped) return { status: 'queued' };
    if (error instanceof JobFailed) return { status: 'failed', error: error.message };
    log.error({ job: job.kind, ...loggable(error) }, 'a job failed');
    return { status: 'failed', error: error instanceof Error ? error.name : 'error' };
  } finally {
    clearInterval(beat);
  }
}
