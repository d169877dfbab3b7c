import './week.css';
import {
  type AnyResource,
  addDays,
  type CalendarLesson,
  createLessonCalendar,
  findStateField,
  formatWallTime,
  getResourcePath,
  isDay,
  type ListAnswer,
  parseMoment,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useFormat, useLocale } from '../../../app/i18n/index.ts';
import { getMonday } from '../../../fields/date/month.ts';
import { type FieldRecord, OptionTag, useCalls, useWords } from '../../../fields/index.ts';
import { listKey } from '../../../resource/list/use-list-url.ts';
import { usePageScope } from '../../../resource/page-scope.tsx';
import type { AsideSlotProps } from '../../../resource/slots.ts';
import { saveBlob } from '../../../resource/transfer/save-file.ts';
import { useTitleOf } from '../../../resource/use-title-of.ts';
import { IconDownload, IconLeft, IconRight } from '../../../ui/icons.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { ErrorState } from '../../../ui/parts/index.ts';

const named = 'week';
/** Maximum number of lessons shown per week; the list contains all. */
const most = 200;
const columns = ['title', 'teacher', 'startAt', 'endAt', 'mode', 'place', 'status', 'updatedAt'];

/** The week in the URL, and its lessons from the list call. */
function useWeek({ resource, matching }: Pick<AsideSlotProps, 'resource' | 'matching'>) {
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
    /** Typed for the calendar export. */
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

/** Returns the week that contains the day in the URL; the current week when there is none. */
export function parseWeek(text: string | null, today: string): string {
  return getMonday(text !== null && isDay(text) ? text : today);
}

/** Returns seven days from a Monday. */
export function listDays(monday: string): string[] {
  return Array.from({ length: 7 }, (_, at) => addDays(monday, at));
}

/** Returns the first and last moment of a week in a time zone, in UTC ms. */
export function getWeekSpan(monday: string, timeZone: string): { readonly from: number; readonly to: number } {
  const start = (text: string) => parseMoment(text, timeZone) ?? Date.parse(`${text}T00:00:00Z`);
  return { from: start(monday), to: start(addDays(monday, 7)) - 1 };
}

/** Groups items by the day of the week on which they start, in the given order. */
export function byDay<T extends { readonly startAt?: unknown }>(
  items: readonly T[],
  monday: string,
  timeZone: string,
): { readonly day: string; readonly items: readonly T[] }[] {
  const getDay = ({ startAt }: T) => formatWallTime(Number(startAt), timeZone).slice(0, 10);
  const placed = items.map((item) => ({ item, on: getDay(item) }));
  return listDays(monday).map((day) => ({ day, items: placed.flatMap(({ item, on }) => (on === day ? [item] : [])) }));
}

const ways: Readonly<Record<string, { readonly by: -1 | 1; readonly days: boolean }>> = {
  ArrowUp: { by: -1, days: false },
  ArrowDown: { by: 1, days: false },
  ArrowLeft: { by: -1, days: true },
  ArrowRight: { by: 1, days: true },
};

/** Returns the lesson for an arrow key: up and down for the previous and next one, sideways for the first of another day. */
function findLessonAfter(week: HTMLElement, from: EventTarget, key: string): HTMLElement | null {
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

const getMomentOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A week of lessons: arrow keys move between lessons, Page Up and Down between weeks. */
export function WeekView({ resource, matching }: AsideSlotProps) {
  const t = useWords();
  const locale = useLocale();
  const week = useWeek({ resource, matching });
  const title = useRef<HTMLHeadingElement>(null);
  const last = week.days.at(-1)?.day ?? week.monday;
  const span = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { PageUp: -1, PageDown: 1 }[event.key];
    const next = step === undefined ? findLessonAfter(event.currentTarget, event.target, event.key) : null;
    if (step === undefined && !next) return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
    if (step === undefined) return;
    // The focused lesson is replaced by those of another week, so the focus moves to the title.
    title.current?.focus();
    week.turn(step);
  };
  return (
    <section className="week" aria-label={t('resource.week.label')} aria-busy={week.busy} onKeyDown={onKeyDown}>
      <div className="week-head">
        <IconButton raw label={t('resource.week.before')} icon={<IconLeft />} onClick={() => week.turn(-1)} />
        <h2 ref={title} tabIndex={-1} aria-live="polite">
          {span.formatRange(getMomentOfDay(week.monday), getMomentOfDay(last))}
        </h2>
        <IconButton raw label={t('resource.week.after')} icon={<IconRight />} onClick={() => week.turn(1)} />
        <Button size="small" onClick={week.toToday}>
          {t('resource.week.now')}
        </Button>
        <Button
          size="small"
          icon={<IconDownload />}
          disabled={week.lessons.length === 0}
          onClick={() =>
            saveBlob(
              `${week.monday}.ics`,
              new Blob([createLessonCalendar(week.lessons)], { type: 'text/calendar;charset=utf-8' }),
            )
          }
        >
          {t('resource.week.save')}
        </Button>
        {week.more ? <span className="dim">{t('resource.week.more', { count: week.count })}</span> : null}
      </div>
      {week.error ? <ErrorState error={week.error} onRetry={week.retry} /> : <WeekDays {...{ resource, week }} />}
    </section>
  );
}

interface WeekDaysProps extends Pick<AsideSlotProps, 'resource'> {
  readonly week: ReturnType<typeof useWeek>;
}

function WeekDays({ resource, week: { days, today, coming } }: WeekDaysProps) {
  const t = useWords();
  const locale = useLocale();
  const named = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const isEmpty = days.every(({ items }) => items.length === 0);
  return (
    <>
      <ol className="week-days">
        {days.map(({ day, items }) => (
          <li
            key={day}
            className={items.length > 0 ? 'week-day' : 'week-day bare'}
            data-day={day}
            aria-current={day === today ? 'date' : undefined}
          >
            <h3>
              {named.format(getMomentOfDay(day))}
              {day === today ? <span className="week-today">{t('resource.week.today')}</span> : null}
            </h3>
            {items.map((record: FieldRecord) => (
              <Lesson key={String(record.id)} resource={resource} record={record} />
            ))}
          </li>
        ))}
      </ol>
      {isEmpty && !coming ? <p className="week-none">{t('resource.week.none')}</p> : null}
    </>
  );
}

interface LessonProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord;
}

/** The time, subject and teacher of a lesson; a click opens the record. */
function Lesson({ resource, record }: LessonProps) {
  const format = useFormat();
  const titleOf = useTitleOf(resource);
  const { hrefOf } = usePageScope();
  const formatClock = (moment: unknown) => format.clock(Number(moment)).slice(0, 5);
  const status = String(record.status);
  const place = record.mode === 'offline' ? record.place : null;
  return (
    <Link className={`week-lesson ${status}`} data-lesson to={hrefOf({ kind: 'view', id: Number(record.id), tab: '' })}>
      <span className="week-time">
        {formatClock(record.startAt)}–{formatClock(record.endAt)}
      </span>
      <strong>{titleOf(record)}</strong>
      <span className="week-who">
        {[record.teacher, place].filter((words) => typeof words === 'string' && words !== '').join(' · ')}
      </span>
      <OptionTag value={status} option={findStateField(resource)?.field.options[status]} />
    </Link>
  );
}
