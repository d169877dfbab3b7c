import { TextInput as Box } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';

export function TextInput(props: InputProps<'text'>) {
  const { id, field, value, onChange, disabled = false } = props;
  return (
    <Box
      id={id}
      value={toText(value)}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={field.max ?? 255}
      disabled={disabled}
      className={field.mono ? 'mono' : ''}
      autoComplete="off"
      {...getInputAria(props)}
    />
  );
}
