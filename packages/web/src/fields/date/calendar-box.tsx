import './calendar.css';
import { addDays } from '@gantry/core';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormat, useLocale } from '../../app/i18n/index.ts';
import { IconCalendar, IconLeft, IconRight } from '../../ui/icons.ts';
import { IconButton, TextInput } from '../../ui/index.ts';
import { getInputAria, type InputProps } from '../field-props.ts';
import { useWords } from '../words.tsx';
import { addMonths, listWeeks, toMonth } from './month.ts';

interface CalendarProps {
  readonly label: string;
  /** The selected day, such as `2026-01-31`. */
  readonly value: string | null;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month as a grid of days: arrow keys move by day and week, Page Up and Down by month, Enter selects. */
function Calendar({ label, value, today, onChoose }: CalendarProps) {
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
  const turnMonth = (steps: number) => {
    const next = addMonths(month, steps);
    setDay(`${String(next.year).padStart(4, '0')}-${String(next.month).padStart(2, '0')}-01`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = moves[event.key];
    if (step === undefined && event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    moved.current = true;
    if (step !== undefined) setDay(addDays(day, step));
    else turnMonth(event.key === 'PageUp' ? -1 : 1);
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
        <IconButton
          raw
          size="mini"
          label={t('resource.date.before')}
          icon={<IconLeft />}
          onClick={() => turnMonth(-1)}
        />
        <strong aria-live="polite">{title}</strong>
        <IconButton
          raw
          size="mini"
          label={t('resource.date.after')}
          icon={<IconRight />}
          onClick={() => turnMonth(1)}
        />
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

interface CalendarBoxProps extends Pick<InputProps, 'id' | 'label' | 'disabled' | 'invalid' | 'describedBy'> {
  readonly text: string;
  readonly placeholder: string;
  readonly onText: (text: string) => void;
  /** The day that the text contains. */
  readonly day: string | null;
  readonly onDay: (day: string) => void;
  /** Shortcuts below the calendar. */
  readonly quick?: (close: () => void) => ReactNode;
}

/** An input for a day or time, with a calendar below it that stays inside its dialog. */
export function CalendarBox(props: CalendarBoxProps) {
  const { id, label, text, placeholder, onText, day, onDay, disabled = false, quick } = props;
  const t = useWords();
  const format = useFormat();
  const host = useRef<HTMLFieldSetElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    host.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  };
  const onBlur = (event: FocusEvent) => {
    if (!host.current?.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    <fieldset className="calendar-host" ref={host} onKeyDown={onKeyDown} onBlur={onBlur} aria-label={label}>
      <TextInput
        id={id}
        value={text}
        placeholder={placeholder}
        onChange={onText}
        disabled={disabled}
        autoComplete="off"
        className="figure"
        suffix={
          <IconButton
            raw
            size="mini"
            label={`${label}: ${t('resource.date.open')}`}
            icon={<IconCalendar />}
            disabled={disabled}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        }
        {...getInputAria(props)}
      />
      {open ? (
        <div className="calendar-drop" role="dialog" aria-label={`${label}: ${t('resource.date.open')}`}>
          <Calendar
            label={label}
            value={day}
            today={format.time(Date.now()).slice(0, 10)}
            onChoose={(chosen) => {
              onDay(chosen);
              close();
            }}
          />
          {quick ? <div className="calendar-quick">{quick(close)}</div> : null}
        </div>
      ) : null}
    </fieldset>
  );
}
