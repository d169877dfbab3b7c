import './calendar.css';
import { addDays } from '@gantry/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocale } from '../../app/i18n/index.ts';
import { IconLeft, IconRight } from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';
import { useWords } from '../words.tsx';
import { addMonths, listWeeks, toMonth } from './month.ts';

interface CalendarProps {
  readonly label: string;
  /** `2026-01-31`: the chosen day. */
  readonly value: string | null;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month of days as a grid: arrows move by day and week, Page Up and Down by month, Enter chooses. */
export function Calendar({ label, value, today, onChoose }: CalendarProps) {
  const t = useWords();
  const locale = useLocale();
  const [day, setDay] = useState(value ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const month = toMonth(day);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    moved.current = false;
  }, [day]);
  const turn = (steps: number) => {
    const next = addMonths(month, steps);
    setDay(`${String(next.year).padStart(4, '0')}-${String(next.month).padStart(2, '0')}-01`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = moves[event.key];
    if (step === undefined && event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    moved.current = true;
    if (step !== undefined) setDay(addDays(day, step));
    else turn(event.key === 'PageUp' ? -1 : 1);
  };
  const title = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const accessible = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const weeks = listWeeks(month);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <IconButton raw size="mini" label={t('resource.date.before')} icon={<IconLeft />} onClick={() => turn(-1)} />
        <strong aria-live="polite">{title}</strong>
        <IconButton raw size="mini" label={t('resource.date.after')} icon={<IconRight />} onClick={() => turn(1)} />
      </div>
      <table aria-label={label} ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((one) => (
              <th key={one} scope="col">
                {weekday.format(Date.parse(`${one}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    data-day={one}
                    aria-pressed={one === value}
                    tabIndex={one === day ? 0 : -1}
                    aria-label={accessible.format(Date.parse(`${one}T00:00:00Z`))}
                    aria-current={one === today ? 'date' : undefined}
                    className={toMonth(one).month === month.month ? '' : 'other-month'}
                    onClick={() => onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
