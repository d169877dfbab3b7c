import { useFormat } from '../../i18n/index.ts';
import type { CellProps } from '../field-props.ts';

/** The moment on the site's clocks; in a detail, how long ago stands in its title. */
export function TimeCell({ value, whole }: CellProps<'time'>) {
  const format = useFormat();
  const ms = Number(value);
  return (
    <time className="figure" dateTime={new Date(ms).toISOString()} title={whole ? format.ago(ms) : undefined}>
      {format.time(ms)}
    </time>
  );
}
