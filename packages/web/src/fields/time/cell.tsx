import { useFormat } from '../../app/i18n/index.ts';
import type { CellProps } from '../field-props.ts';

/** Length of `2026-11-22 15:29`, without the seconds. */
const minutesLength = 16;

/**
 * A time in the site's time zone. Lists show it to the minute, in the same format at every width; details show the seconds too.
 * The tooltip shows the full or the relative time.
 */
export function TimeCell({ value, full }: CellProps<'time'>) {
  const format = useFormat();
  const ms = Number(value);
  const words = format.time(ms);
  return (
    <time className="figure" dateTime={new Date(ms).toISOString()} title={full ? format.ago(ms) : words}>
      {full ? words : words.slice(0, minutesLength)}
    </time>
  );
}
