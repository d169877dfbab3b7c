import './fields.css';
import { type ReactNode, useId } from 'react';
import { fromRange, toRange } from './range.ts';
import { useWords } from './words.tsx';

interface RangeFilterProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly edge: (props: { id: string; value: unknown; onChange: (value: unknown) => void }) => ReactNode;
  readonly children?: ReactNode;
}

/** From and to, both included; either may be left out. */
export function RangeFilter({ value, onChange, edge, children }: RangeFilterProps) {
  const t = useWords();
  const id = useId();
  const range = toRange(value);
  const box = (key: 'from' | 'to') => (
    <>
      <label htmlFor={`${id}-${key}`}>{t(`list.${key}`)}</label>
      {edge({
        id: `${id}-${key}`,
        value: range[key] ?? null,
        onChange: (next) => onChange(fromRange({ ...range, [key]: next })),
      })}
    </>
  );
  return (
    <div className="filter-panel">
      {children}
      <div className="filter-range">
        {box('from')}
        {box('to')}
      </div>
    </div>
  );
}
