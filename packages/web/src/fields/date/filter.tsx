import type { FilterProps } from '../field-props.ts';
import { RangeFilter } from '../range-filter.tsx';
import { DateInput } from './input.tsx';

export function DateFilter({ field, label, value, onChange }: FilterProps<'date'>) {
  return (
    <RangeFilter
      value={value}
      onChange={onChange}
      edge={(edge) => <DateInput {...edge} field={field} label={label} />}
    />
  );
}
