import '../fields.css';
import { useSay } from '../../app/i18n/index.ts';
import { Checkbox } from '../../ui/index.ts';
import type { InputProps } from '../field-props.ts';

/** All options at once, kept in their order. */
export function ChoicesInput({ field, label, value, onChange, disabled = false, describedBy }: InputProps<'choices'>) {
  const localize = useSay();
  const picked: readonly unknown[] = Array.isArray(value) ? value : [];
  const names = Object.keys(field.options);
  const toggle = (name: string, on: boolean) =>
    onChange(names.filter((each) => (each === name ? on : picked.includes(each))));
  return (
    <fieldset className="option-group" aria-label={label} aria-describedby={describedBy}>
      {Object.entries(field.options).map(([name, option]) => (
        <Checkbox key={name} checked={picked.includes(name)} disabled={disabled} onChange={(on) => toggle(name, on)}>
          {localize(option)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
