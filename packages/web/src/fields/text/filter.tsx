import type { FilterProps } from '../field-props.ts';
import { WordEntry } from '../word-entry.tsx';

/** Any of some whole values, each typed and entered. */
export function TextFilter({ label, value, onChange }: Omit<FilterProps<'text'>, 'field'>) {
  const words = Array.isArray(value) ? value.map(String) : [];
  return (
    <div className="filter-panel">
      <WordEntry label={label} words={words} onChange={(next) => onChange(next.length > 0 ? next : null)} />
    </div>
  );
}
