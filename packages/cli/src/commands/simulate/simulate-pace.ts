import { setTimeout as pause } from 'node:timers/promises';
import { ResponseError, type ServiceCallName } from '@gantry/core';
import type { SimulatedCall } from './simulate-action.ts';

export interface CallStat {
  sent: number;
  ok: number;
  /** By code; `0` is no answer at all. */
  rejected: Record<string, number>;
}

export interface CallStats {
  readonly calls: Partial<Record<ServiceCallName, CallStat>>;
  /** ms from sending to the answer. */
  readonly times: number[];
  /** Calls that were not begun, since so many were waiting for an answer already. */
  skipped: number;
}

/** Calls that may wait for an answer at once. */
const maxWaiting = 256;

export const createCallStats = (): CallStats => ({ calls: {}, times: [], skipped: 0 });

/** Makes one call and counts what came back. */
export async function make({ name, run }: SimulatedCall, counter: CallStats): Promise<void> {
  const call: CallStat = counter.calls[name] ?? { sent: 0, ok: 0, rejected: {} };
  counter.calls[name] = call;
  call.sent += 1;
  const begun = performance.now();
  try {
    await run();
    call.ok += 1;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const code = String(error.code ?? 0);
    call.rejected[code] = (call.rejected[code] ?? 0) + 1;
  }
  counter.times.push(performance.now() - begun);
}

/** Begins so many calls a second for so many seconds, whether or not the earlier ones have been answered; then waits for all. */
export async function runAtRate(
  next: () => SimulatedCall,
  rate: number,
  seconds: number,
  counter: CallStats,
): Promise<void> {
  const waiting = new Set<Promise<void>>();
  const begun = performance.now();
  const all = rate * seconds;
  for (let count = 0; count < all; count += 1) {
    const due = begun + (count * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    if (waiting.size >= maxWaiting) {
      counter.skipped += 1;
      continue;
    }
    const work = make(next(), counter).finally(() => waiting.delete(work));
    waiting.add(work);
  }
  await Promise.all(waiting);
}
