import type { FilterProps } from '../field-props.ts';
import { OptionsFilter } from '../options-filter.tsx';
import { useWords } from '../words.tsx';

export function BooleanFilter({ label, value, onChange }: FilterProps<'boolean'>) {
  const t = useWords();
  const options = [
    { value: true, shown: t('common.yes') },
    { value: false, shown: t('common.no') },
  ];
  return <OptionsFilter label={label} options={options} value={value} onChange={onChange} />;
}
