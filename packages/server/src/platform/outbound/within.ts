import { OutboundError } from './outbound-error.ts';

/** What is waited for no longer than until a signal; what it waits for goes on. Rejects with OutboundError. */
export function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new OutboundError('timeout'));
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });
}
