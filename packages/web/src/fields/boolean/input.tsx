import { Switch } from '../../ui/index.ts';
import type { InputProps } from '../field-props.ts';

export function BooleanInput({ id, label, value, onChange, disabled = false }: InputProps<'boolean'>) {
  return <Switch id={id} label={label} checked={value === true} onChange={onChange} disabled={disabled} />;
}
