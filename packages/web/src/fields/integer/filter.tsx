import type { FilterProps } from '../field-props.ts';
import { RangeFilter } from '../range-filter.tsx';
import { IntegerInput } from './input.tsx';

export function IntegerFilter({ field, label, value, onChange }: FilterProps<'integer'>) {
  return (
    <RangeFilter
      value={value}
      onChange={onChange}
      edge={(edge) => <IntegerInput {...edge} field={field} label={label} />}
    />
  );
}
