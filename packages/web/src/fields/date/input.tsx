import { isDay, parseDay } from '@gantry/core';
import { type InputProps, toText } from '../field-props.ts';
import { useTypedText } from '../use-typed-text.ts';
import { CalendarBox } from './calendar-box.tsx';

export function DateInput(props: InputProps<'date'>) {
  const parse = (given: string) => (given.trim() === '' ? null : (parseDay(given) ?? given.trim()));
  const [text, setText] = useTypedText(props.value, toText, parse, props.onChange);
  const day = toText(props.value);
  return (
    <CalendarBox
      {...props}
      text={text}
      placeholder="YYYY-MM-DD"
      day={isDay(day) ? day : null}
      onDay={props.onChange}
      onText={setText}
    />
  );
}
