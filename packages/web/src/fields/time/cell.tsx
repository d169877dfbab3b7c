import { useFormat } from '../../app/i18n/index.ts';
import type { CellProps } from '../field-props.ts';

/** Positions in `2026-11-22 15:29:44`: the day of the month, the time, and the seconds. */
const [day, clock, seconds] = [5, 10, 16];

/**
 * A time in the site's time zone. A narrow column omits the seconds, then the year if it is the current one, or else the time.
 * The tooltip shows the relative or the full time.
 */
export function TimeCell({ value, full }: CellProps<'time'>) {
  const format = useFormat();
  const ms = Number(value);
  const words = format.time(ms);
  const isThisYear = format.time(Date.now()).startsWith(words.slice(0, day));
  return (
    <time className="figure moment" dateTime={new Date(ms).toISOString()} title={full ? format.ago(ms) : words}>
      <span>
        <span className={isThisYear ? 'moment-year' : undefined}>{words.slice(0, day)}</span>
        {words.slice(day, clock)}
      </span>
      <span>{words.slice(clock, seconds)}</span>
      <span>{words.slice(seconds)}</span>
    </time>
  );
}
