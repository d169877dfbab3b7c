import '../fields.css';
import { useSay } from '../../app/i18n/index.ts';
import type { InputProps } from '../field-props.ts';

/** A few options side by side as buttons, for choices that users change often. */
export function PillsInput(props: InputProps) {
  const { field, label, value, onChange, disabled = false, describedBy } = props;
  const localize = useSay();
  if (field.kind !== 'choice') return null;
  return (
    <fieldset className="option-pills" aria-label={label} aria-describedby={describedBy}>
      {Object.entries(field.options).map(([name, option]) => (
        <button
          key={name}
          type="button"
          aria-pressed={value === name}
          disabled={disabled}
          onClick={() => onChange(name)}
        >
          {localize(option)}
        </button>
      ))}
    </fieldset>
  );
}
