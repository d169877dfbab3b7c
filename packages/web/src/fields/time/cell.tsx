import { useFormat } from '../../i18n/index.ts';
import type { CellProps } from '../field-props.ts';

/** Seconds of a moment, with what parts them from its minutes. */
const secondsLength = 3;

/** The moment on the site's clocks, in a narrow column without its seconds; how long ago, or all of it, stands in its title. */
export function TimeCell({ value, whole }: CellProps<'time'>) {
  const format = useFormat();
  const ms = Number(value);
  const words = format.time(ms);
  return (
    <time className="figure moment" dateTime={new Date(ms).toISOString()} title={whole ? format.ago(ms) : words}>
      <span>{words.slice(0, -secondsLength)}</span>
      <span>{words.slice(-secondsLength)}</span>
    </time>
  );
}
