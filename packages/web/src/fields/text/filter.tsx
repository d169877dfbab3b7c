import { TagInput } from '../../ui/index.ts';
import type { FilterProps } from '../field-props.ts';
import { useWords } from '../words.tsx';

/** Any of some whole values, each typed and entered. */
export function TextFilter({ label, value, onChange }: FilterProps<'text'>) {
  const t = useWords();
  const words = Array.isArray(value) ? value.map(String) : [];
  return (
    <div className="filter-panel">
      <TagInput
        label={label}
        value={words}
        placeholder={t('resource.filter.typeAndEnter')}
        saveOnBlur
        allowClear
        onChange={(next: unknown[]) => onChange(next.length > 0 ? next.map(String) : null)}
      />
    </div>
  );
}
