import type { FilterProps } from '../field-props.ts';
import { OptionTag } from '../option-tag.tsx';
import { OptionsFilter } from '../options-filter.tsx';

type OptionFilterProps = FilterProps<'choice'> | FilterProps<'choices'> | FilterProps<'state'>;

export function OptionFilter({ field, label, value, onChange }: OptionFilterProps) {
  const options = Object.entries(field.options).map(([name, option]) => ({
    value: name,
    shown: <OptionTag value={name} option={option} />,
  }));
  return <OptionsFilter label={label} options={options} value={value} onChange={onChange} />;
}
