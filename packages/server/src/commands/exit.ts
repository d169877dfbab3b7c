import type { Logger } from 'pino';

/** The first signal lets calls finish; the second does not wait. */
export function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let asked = false;
  const onSignal = () => {
    if (asked) process.exit(1);
    asked = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'the server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
