import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type ServiceCallName } from '@gantry/core';
import type { Deed } from './simulate-deed.ts';

export interface CallTally {
  sent: number;
  ok: number;
  /** By code; `0` is no answer at all. */
  refused: Record<string, number>;
}

export interface Tally {
  readonly calls: Partial<Record<ServiceCallName, CallTally>>;
  /** ms from sending to the answer. */
  readonly times: number[];
  /** Calls that were not begun, since so many were waiting for an answer already. */
  skipped: number;
}

/** Calls that may wait for an answer at once. */
const mostWaiting = 256;

export const newTally = (): Tally => ({ calls: {}, times: [], skipped: 0 });

/** Makes one call and counts what came back. */
export async function make({ name, run }: Deed, tally: Tally): Promise<void> {
  const call: CallTally = tally.calls[name] ?? { sent: 0, ok: 0, refused: {} };
  tally.calls[name] = call;
  call.sent += 1;
  const begun = performance.now();
  try {
    await run();
    call.ok += 1;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const code = String(error.code ?? 0);
    call.refused[code] = (call.refused[code] ?? 0) + 1;
  }
  tally.times.push(performance.now() - begun);
}

/** Begins so many calls a second for so many seconds, whether or not the earlier ones have been answered; then waits for all. */
export async function keepPace(next: () => Deed, rate: number, seconds: number, tally: Tally): Promise<void> {
  const waiting = new Set<Promise<void>>();
  const begun = performance.now();
  const all = rate * seconds;
  for (let count = 0; count < all; count += 1) {
    const due = begun + (count * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    if (waiting.size >= mostWaiting) {
      tally.skipped += 1;
      continue;
    }
    const work = make(next(), tally).finally(() => waiting.delete(work));
    waiting.add(work);
  }
  await Promise.all(waiting);
}
