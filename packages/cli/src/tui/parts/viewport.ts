/** The first line in sight: as it was, moved no more than the chosen line needs. */
export function getWindowStart(chosen: number, count: number, height: number, previous: number): number {
  const last = Math.max(0, count - height);
  if (chosen < previous) return Math.max(0, Math.min(chosen, last));
  if (chosen >= previous + height) return Math.max(0, Math.min(chosen - height + 1, last));
  return Math.max(0, Math.min(previous, last));
}

/** Keeps a place within so many entries. */
export function clampIndex(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at));
}

export type Step = 'down' | 'up' | 'pageDown' | 'pageUp' | 'top' | 'bottom';

/** Where a step leads in a list of so many lines. */
export function stepIndex(at: number, step: Step, count: number, page: number): number {
  const moves: Record<Step, number> = {
    down: at + 1,
    up: at - 1,
    pageDown: at + page,
    pageUp: at - page,
    top: 0,
    bottom: count - 1,
  };
  return clampIndex(moves[step], count);
}
