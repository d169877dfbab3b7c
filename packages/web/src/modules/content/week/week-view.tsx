import './week.css';
import { createLessonCalendar } from '@gantry/core';
import { type KeyboardEvent, useRef } from 'react';
import { useLocale } from '../../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../../fields/index.ts';
import type { AsideSlotProps } from '../../../resource/slots.ts';
import { saveBlob } from '../../../resource/transfer/save-file.ts';
import { IconDownload, IconLeft, IconRight } from '../../../ui/icons.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { ErrorState } from '../../../ui/parts/index.ts';
import { Lesson } from './lesson.tsx';
import { findLessonAfter } from './lesson-after.ts';
import { useWeek } from './use-week.ts';

const momentOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A week of lessons: arrows go from one to the next, Page Up and Down from week to week. */
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
    // The lessons that had the focus make room for those of another week.
    title.current?.focus();
    week.turn(step);
  };
  return (
    <section className="week" aria-label={t('resource.week.label')} aria-busy={week.busy} onKeyDown={onKeyDown}>
      <div className="week-head">
        <IconButton raw label={t('resource.week.before')} icon={<IconLeft />} onClick={() => week.turn(-1)} />
        <h2 ref={title} tabIndex={-1} aria-live="polite">
          {span.formatRange(momentOfDay(week.monday), momentOfDay(last))}
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
              {named.format(momentOfDay(day))}
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
