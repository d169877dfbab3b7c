import { addDays, type CalendarLesson, formatWallTime, getResourcePath, type ListAnswer } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useFormat } from '../../../app/i18n/index.ts';
import { type FieldRecord, useCalls } from '../../../fields/index.ts';
import { listKey } from '../../../resource/list/list-key.ts';
import type { AsideSlotProps } from '../../../resource/slots.ts';
import { byDay, getWeekSpan, parseWeek } from './week-days.ts';

const named = 'week';
/** Lessons of a week that are shown; the list has all. */
const most = 200;
const columns = ['title', 'teacher', 'startAt', 'endAt', 'mode', 'place', 'status', 'updatedAt'];

/** The week that the address names, and what the list call has of it. */
export function useWeek({ resource, matching }: Pick<AsideSlotProps, 'resource' | 'matching'>) {
  const { call } = useCalls();
  const { timeZone } = useFormat();
  const [params, setParams] = useSearchParams();
  const today = formatWallTime(Date.now(), timeZone).slice(0, 10);
  const monday = parseWeek(params.get(named), today);
  const { keyword, filters } = matching;
  const body = {
    ...(keyword === '' ? {} : { keyword }),
    filters: { ...filters, startAt: getWeekSpan(monday, timeZone) },
    sort: [{ field: 'startAt', order: 'asc' }],
    pageSize: most,
    columns,
  };
  const answer = useQuery({
    queryKey: [...listKey(resource), named, body],
    queryFn: ({ signal }) => call<ListAnswer>(getResourcePath(resource.name, 'list'), body, { signal }),
  });
  const show = (day: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (day === null) next.delete(named);
        else next.set(named, day);
        return next;
      },
      { replace: true },
    );
  return {
    today,
    monday,
    /** As they stand in the week, for a calendar. */
    lessons: (answer.data?.items ?? []) as readonly (FieldRecord & CalendarLesson)[],
    days: byDay(answer.data?.items ?? [], monday, timeZone),
    count: answer.data?.items.length ?? 0,
    more: (answer.data?.nextCursor ?? null) !== null,
    busy: answer.isFetching,
    coming: answer.data === undefined,
    error: answer.error,
    retry: () => void answer.refetch(),
    turn: (weeks: number) => show(addDays(monday, 7 * weeks)),
    toToday: () => show(null),
  };
}
