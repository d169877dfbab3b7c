import { TextArea } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';

export function ParagraphInput(props: InputProps<'paragraph'>) {
  const { id, field, value, onChange, disabled = false } = props;
  return (
    <TextArea
      id={id}
      value={toText(value)}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={field.max ?? 2000}
      showWordLimit
      disabled={disabled}
      {...getInputAria(props)}
    />
  );
}
