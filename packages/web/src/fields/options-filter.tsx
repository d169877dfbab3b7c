import './fields.css';
import type { ReactNode } from 'react';
import { Checkbox } from '../ui/index.ts';

interface OptionsFilterProps {
  readonly label: string;
  readonly options: readonly { readonly value: unknown; readonly shown: ReactNode }[];
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Any of some options, each with a box; none ticked is no filter. */
export function OptionsFilter({ label, options, value, onChange }: OptionsFilterProps) {
  const picked: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (one: unknown, on: boolean) => {
    const next = options.map((option) => option.value).filter((each) => (each === one ? on : picked.includes(each)));
    onChange(next.length > 0 ? next : null);
  };
  return (
    <fieldset className="filter-panel filter-options" aria-label={label}>
      {options.map((option) => (
        <Checkbox
          key={String(option.value)}
          className="filter-option"
          checked={picked.includes(option.value)}
          onChange={(on) => toggle(option.value, on)}
        >
          {option.shown}
        </Checkbox>
      ))}
    </fieldset>
  );
}
