import type { BatchAnswer, BatchCall } from '@gantry/core';
import type { Journal } from './journal.ts';

/** Asks what a call would do, from an id on. */
type Plan = (after: number) => Promise<BatchAnswer>;

/** What a job was begun with. */
interface Begun {
  /** Null for a job that goes through what a filter finds. */
  readonly ids: readonly number[] | null;
  /** Records that were agreed to; null when that was not kept. */
  readonly total: number | null;
}

export function readProgress(journal: Journal | null): Begun {
  const { ids = null, total = null } = (journal?.reported ?? {}) as Partial<Begun>;
  return { ids, total };
}

/**
 * What a filter finds, as the ids that can be worked on side by side. They are kept: once the first are done, the filter may find
 * them no more. One call at a time needs none, and a job goes on as it was begun.
 * @param plan what the first chunk would do
 */
export async function withFoundIds(
  call: BatchCall,
  width: number,
  journal: Journal | null,
  plan: BatchAnswer,
  next: Plan,
): Promise<BatchCall> {
  if ('ids' in call || call.dryRun) return call;
  const { action, params = {} } = call;
  const stored = readProgress(journal).ids;
  if (stored) return { action, params, ids: stored };
  if (width === 1 || plan.next === null || journal?.isResumed) return call;
  const ids = plan.items.map(({ id }) => id);
  for (let after: number | null = plan.next; after !== null; ) {
    const part: BatchAnswer = await next(after);
    ids.push(...part.items.map(({ id }) => id));
    after = part.next;
  }
  journal?.acknowledge(0, { ids, total: ids.length });
  return { action, params, ids };
}
