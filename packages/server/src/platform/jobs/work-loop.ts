import type { Clock } from '../context/context.ts';
import type { ChangeSignals, TableName } from '../store/change-signals.ts';

export interface WorkLoopOptions {
  readonly changes: ChangeSignals;
  readonly clock: Clock;
  /** Tables whose changes may create work. */
  readonly watches: readonly TableName[];
  /** Minimum time between the starts of two runs, in ms; also the maximum while changes of other processes do not arrive. */
  readonly everyMs: number;
  /** Maximum time between two runs, in ms: a signal may be lost with the process that sends it. */
  readonly idleMs: number;
  /** Time from the start to the first run, in ms. */
  readonly firstMs: number;
  /** Does the work that is due. Returns when more is due without a change, in UTC ms; null if none is. Reports its own errors. */
  work(): Promise<number | null>;
}

/** Runs `work` when some may be due: after a change, at the time that it returned, and at a regular interval. */
export interface WorkLoop {
  start(): void;
  /** Starts a run soon, or after the current one. */
  wake(): void;
  /** Resolves when no run is in progress. */
  stop(): Promise<void>;
}

export function createWorkLoop(options: WorkLoopOptions): WorkLoop {
  const { changes, clock, watches, everyMs, idleMs, firstMs } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isStopped = true;
  let isWoken = false;
  let startedAt = 0;
  let endWatch = () => {};

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, Math.max(ms, startedAt + everyMs - performance.now())).unref();
  };
  const pauseUntil = (due: number | null) => {
    if (isWoken) return 0;
    const pause = changes.isLive() ? Math.max(idleMs, everyMs) : everyMs;
    return due === null ? pause : Math.min(pause, Math.max(0, due - clock()));
  };
  const run = () => {
    if (running !== null || isStopped) return;
    isWoken = false;
    startedAt = performance.now();
    running = options
      .work()
      .catch(() => clock() + everyMs)
      .then((due) => {
        running = null;
        if (!isStopped) schedule(pauseUntil(due));
      });
  };
  const wakeUp = () => {
    if (isStopped || isWoken) return;
    isWoken = true;
    if (running === null) schedule(0);
  };
  return {
    start() {
      if (!isStopped) return;
      isStopped = false;
      isWoken = false;
      startedAt = performance.now() + firstMs - everyMs;
      endWatch = changes.watch(watches, wakeUp);
      // A run that started before `stop` schedules the next one when it ends.
      if (running === null) schedule(0);
    },
    wake: wakeUp,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      endWatch();
      await running;
    },
  };
}
