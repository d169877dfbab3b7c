const ways: Readonly<Record<string, { readonly by: -1 | 1; readonly days: boolean }>> = {
  ArrowUp: { by: -1, days: false },
  ArrowDown: { by: 1, days: false },
  ArrowLeft: { by: -1, days: true },
  ArrowRight: { by: 1, days: true },
};

/** The lesson that an arrow leads to: up and down to the one before and after, sideways to the first of another day. */
export function findLessonAfter(week: HTMLElement, from: EventTarget, key: string): HTMLElement | null {
  const way = ways[key];
  const lesson = from instanceof Element ? from.closest<HTMLElement>('[data-lesson]') : null;
  if (!way || !lesson) return null;
  const all = [...week.querySelectorAll<HTMLElement>('[data-lesson]')];
  if (!way.days) return all[all.indexOf(lesson) + way.by] ?? null;
  const firsts = [...week.querySelectorAll<HTMLElement>('[data-day]')].flatMap(
    (day) => day.querySelector<HTMLElement>('[data-lesson]') ?? [],
  );
  const here = firsts.findIndex((first) => first.closest('[data-day]') === lesson.closest('[data-day]'));
  return firsts[here + way.by] ?? null;
}
