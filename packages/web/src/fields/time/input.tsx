import { addDays, formatWallTime, parseMoment, parseTimeSpan } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { CalendarBox } from '../date/calendar-box.tsx';
import { type InputProps, toText } from '../field-props.ts';
import { useTypedText } from '../use-typed-text.ts';
import { useWords } from '../words.tsx';

/** A time input in the site's time zone. As the end of a range, a day without a time means its last moment. */
export function TimeInput({ isEnd = false, ...props }: InputProps<'time'> & { readonly isEnd?: boolean }) {
  const t = useWords();
  const { timeZone } = useFormat();
  const print = (value: unknown) => (typeof value === 'number' ? formatWallTime(value, timeZone) : toText(value));
  const parse = (text: string) =>
    text.trim() === ''
      ? null
      : ((isEnd ? parseTimeSpan(text.trim(), timeZone, Date.now())?.to : parseMoment(text, timeZone)) ?? text);
  const [text, setText] = useTypedText(props.value, print, parse, props.onChange);
  const day = typeof props.value === 'number' ? formatWallTime(props.value, timeZone).slice(0, 10) : null;
  const clock = typeof props.value === 'number' ? formatWallTime(props.value, timeZone).slice(11) : '00:00';
  const tomorrow = `${addDays(formatWallTime(Date.now(), timeZone).slice(0, 10), 1)} 09:00`;
  return (
    <CalendarBox
      {...props}
      text={text}
      placeholder="YYYY-MM-DD HH:mm"
      onText={setText}
      day={day}
      onDay={(chosen) => setText(isEnd ? chosen : `${chosen} ${clock}`)}
      quick={(close) => (
        <>
          <Button
            size="mini"
            onClick={() => {
              setText(formatWallTime(Date.now(), timeZone));
              close();
            }}
          >
            {t('resource.date.now')}
          </Button>
          <Button
            size="mini"
            onClick={() => {
              setText(tomorrow);
              close();
            }}
          >
            {t('resource.date.tomorrow')}
          </Button>
          <span className="dim">{timeZone}</span>
        </>
      )}
    />
  );
}
