import './calendar.css';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useFormat } from '../../app/i18n/index.ts';
import { IconCalendar } from '../../ui/icons.ts';
import { IconButton, TextInput } from '../../ui/index.ts';
import { getInputAria, type InputProps } from '../field-props.ts';
import { useWords } from '../words.tsx';
import { Calendar } from './calendar.tsx';

interface CalendarBoxProps extends Pick<InputProps, 'id' | 'label' | 'disabled' | 'invalid' | 'describedBy'> {
  readonly text: string;
  readonly placeholder: string;
  readonly onText: (text: string) => void;
  /** The day that stands in the text. */
  readonly day: string | null;
  readonly onDay: (day: string) => void;
  /** Under the calendar: shortcuts. */
  readonly quick?: (close: () => void) => ReactNode;
}

/** A day or moment that may be typed, with a calendar under it that stays inside of its dialog. */
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
