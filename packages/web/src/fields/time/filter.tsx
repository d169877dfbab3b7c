import { addDays, formatWallTime, parseMoment } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { Button } from '../../ui/index.ts';
import type { FilterProps } from '../field-props.ts';
import { RangeFilter } from '../range-filter.tsx';
import { useWords } from '../words.tsx';
import { TimeInput } from './input.tsx';

const spans = [
  ['today', 0],
  ['days7', 6],
  ['days30', 29],
] as const;

/** A span of moments, with the usual ones at hand; a day begins at midnight on the site's clocks. */
export function TimeFilter({ field, label, value, onChange }: FilterProps<'time'>) {
  const t = useWords();
  const { timeZone } = useFormat();
  const since = (days: number) => {
    const today = formatWallTime(Date.now(), timeZone).slice(0, 10);
    onChange({ from: parseMoment(addDays(today, -days), timeZone) });
  };
  return (
    <RangeFilter value={value} onChange={onChange} edge={(edge) => <TimeInput {...edge} field={field} label={label} />}>
      <div className="filter-quick">
        {spans.map(([key, days]) => (
          <Button key={key} size="mini" onClick={() => since(days)}>
            {t(`resource.date.${key}`)}
          </Button>
        ))}
      </div>
    </RangeFilter>
  );
}
