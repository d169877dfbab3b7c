import type { FilterProps } from '../field-props.ts';
import { RangeFilter } from '../range-filter.tsx';
import { MoneyInput } from './input.tsx';

export function MoneyFilter({ field, label, value, onChange }: FilterProps<'money'>) {
  return (
    <RangeFilter
      value={value}
      onChange={onChange}
      edge={(edge) => <MoneyInput {...edge} field={field} label={label} />}
    />
  );
}
