import '../fields.css';
import { useId } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { RadioButtons } from '../../ui/index.ts';
import type { InputProps } from '../field-props.ts';

/** A few options side by side, one press each: for what is chosen nearly every time. */
export function PillsInput(props: InputProps) {
  const { field, label, value, onChange, disabled = false, describedBy } = props;
  const localize = useSay();
  const name = useId();
  if (field.kind !== 'choice') return null;
  return (
    <fieldset className="option-pills" aria-label={label} aria-describedby={describedBy}>
      <RadioButtons
        name={name}
        value={typeof value === 'string' ? value : null}
        disabled={disabled}
        options={Object.entries(field.options).map(([key, option]) => ({ value: key, label: localize(option) }))}
        onChange={onChange}
      />
    </fieldset>
  );
}
