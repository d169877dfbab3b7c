/** The index of the first visible line: the previous one, moved only as far as needed to show the chosen line. */
export function getWindowStart(chosen: number, count: number, height: number, previous: number): number {
  const last = Math.max(0, count - height);
  if (chosen < previous) return Math.max(0, Math.min(chosen, last));
  if (chosen >= previous + height) return Math.max(0, Math.min(chosen - height + 1, last));
  return Math.max(0, Math.min(previous, last));
}

/** Limits an index to the range of `count` entries. */
export function clampIndex(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}

export type Step = 'down' | 'up' | 'pageDown' | 'pageUp' | 'top' | 'bottom';

/** The index after a step in a list of `count` entries; `page` is the number of entries on a page. */
export function stepIndex(index: number, step: Step, count: number, page: number): number {
  const moves: Record<Step, number> = {
    down: index + 1,
    up: index - 1,
    pageDown: index + page,
    pageUp: index - page,
    top: 0,
    bottom: count - 1,
  };
  return clampIndex(moves[step], count);
}
