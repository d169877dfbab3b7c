import type { FilterProps } from '../field-props.ts';
import { RegionFilter } from '../region/filter.tsx';
import { WordEntry } from '../word-entry.tsx';

/** Codes of a tree are chosen in it; any other text is typed. */
export function TextFilter({ field, ...rest }: FilterProps<'text'>) {
  return field.tree === 'region' ? <RegionFilter {...rest} /> : <WordsFilter {...rest} />;
}

/** Any of some whole values, each typed and entered. */
export function WordsFilter({ label, value, onChange }: Omit<FilterProps<'text'>, 'field'>) {
  const words = Array.isArray(value) ? value.map(String) : [];
  return (
    <div className="filter-panel">
      <WordEntry label={label} words={words} onChange={(next) => onChange(next.length > 0 ? next : null)} />
    </div>
  );
}
