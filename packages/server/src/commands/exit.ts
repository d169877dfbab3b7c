import type { LogTarget } from './terminal.ts';

/** How long a stop may take beside its draining, in ms; then the process ends all the same. */
const stopMs = 9_500;

export interface Ending {
  /**
   * The first signal to stop lets calls finish and ends with 0; the second ends the process at once. SIGTERM drains the server first;
   * a person who presses Ctrl+C does not wait for that.
   */
  onSignal(stop: (drainMs: number) => Promise<void>, drainMs: number): void;
  /** Ends a server that cannot go on, with 1. */
  fail(stop: () => Promise<void>): void;
}

export function createEnding({ log, flush }: LogTarget): Ending {
  let isStopping = false;
  const end = (code: number) => void flush().finally(() => process.exit(code));
  const begin = (stop: () => Promise<void>, limitMs: number, code: number) => {
    isStopping = true;
    setTimeout(() => {
      log.error('the server did not stop in time');
      end(1);
    }, limitMs);
    stop().then(
      () => end(code),
      (error: unknown) => {
        log.error({ error }, 'the server did not stop cleanly');
        end(1);
      },
    );
  };
  return {
    onSignal(stop, drainMs) {
      const handle = (ms: number) => (isStopping ? process.exit(1) : begin(() => stop(ms), ms + stopMs, 0));
      process.on('SIGTERM', () => handle(drainMs));
      process.on('SIGINT', () => handle(0));
    },
    fail(stop) {
      if (!isStopping) begin(stop, stopMs, 1);
    },
  };
}

/** A server outlives its terminal. A hangup reads nothing again either. */
export function ignoreHangup(): void {
  process.on('SIGHUP', () => {});
}
