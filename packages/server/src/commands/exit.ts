import type { LogTarget } from './terminal.ts';

/** The maximum time of a stop after draining, in ms; then the process exits. */
const stopMs = 9_500;

export interface ShutdownHandler {
  /**
   * Handles stop signals. The first one lets calls finish and exits with 0; the second one exits immediately. SIGTERM drains the
   * server first; after Ctrl+C there is no draining.
   */
  onSignal(stop: (drainMs: number) => Promise<void>, drainMs: number): void;
  /** Stops a server that cannot continue, and exits with 1. */
  fail(stop: () => Promise<void>): void;
}

export function createShutdownHandler({ log, flush }: LogTarget): ShutdownHandler {
  let isStopping = false;
  const end = (code: number) => void flush().finally(() => process.exit(code));
  const startStop = (stop: () => Promise<void>, limitMs: number, code: number) => {
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
      const handle = (ms: number) => (isStopping ? process.exit(1) : startStop(() => stop(ms), ms + stopMs, 0));
      process.on('SIGTERM', () => handle(drainMs));
      process.on('SIGINT', () => handle(0));
    },
    fail(stop) {
      if (!isStopping) startStop(stop, stopMs, 1);
    },
  };
}

/** Keeps the server running when its terminal closes. A hangup does not reload anything either. */
export function ignoreHangup(): void {
  process.on('SIGHUP', () => {});
}
