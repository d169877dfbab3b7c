import { useFormat } from '../../app/i18n/index.ts';
import type { CellProps } from '../field-props.ts';

/** Places in `2026-11-22 15:29:44`: where its day starts, its clock, and its seconds. */
const [day, clock, seconds] = [5, 10, 16];

/**
 * The moment on the site's clocks; a narrow column leaves out the seconds, then the year when it is this one, or else the clock. How long
 * ago, or all of it, stands in its title.
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
