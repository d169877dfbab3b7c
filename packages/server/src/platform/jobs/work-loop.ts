import type { Clock } from '../context/context.ts';
import type { ChangeSignals, TableName } from '../store/change-signals.ts';

export interface WorkLoopOptions {
  readonly changes: ChangeSignals;
  readonly clock: Clock;
  /** Tables whose changes may make work. */
  readonly watches: readonly TableName[];
  /** At least so long between the starts of two looks, in ms; and no longer while changes of other processes do not arrive. */
  readonly everyMs: number;
  /** At most so long between two looks, in ms: a signal may be lost with its process. */
  readonly idleMs: number;
  /** How long after the start the first look comes, in ms. */
  readonly firstMs: number;
  /** Does what there is to do. Returns when time alone makes more of it, in UTC ms; null when it does not. Reports its own errors. */
  look(): Promise<number | null>;
}

/** Looks for work when there may be some: after a change, when something falls due, and now and then. */
export interface WorkLoop {
  start(): void;
  /** Looks soon; after the look that is running, if one is. */
  wake(): void;
  /** Resolves when no look is running any more. */
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
      .look()
      .catch(() => clock() + everyMs)
      .then((due) => {
        running = null;
        if (!isStopped) schedule(pauseUntil(due));
      });
  };
  const wake = () => {
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
      endWatch = changes.watch(watches, wake);
      // A look of an earlier start goes on by itself.
      if (running === null) schedule(0);
    },
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      endWatch();
      await running;
    },
  };
}
