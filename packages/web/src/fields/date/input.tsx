import { isDay } from '@gantry/core';
import { type InputProps, toText } from '../field-props.ts';
import { CalendarBox } from './calendar-box.tsx';

export function DateInput(props: InputProps<'date'>) {
  const text = toText(props.value);
  return (
    <CalendarBox
      {...props}
      text={text}
      placeholder="YYYY-MM-DD"
      day={isDay(text) ? text : null}
      onDay={props.onChange}
      onText={(given) => props.onChange(given === '' ? null : given.trim())}
    />
  );
}
