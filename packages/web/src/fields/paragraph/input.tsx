import { TextArea } from '../../ui/index.ts';
import { type InputProps, inputAria, textOf } from '../field-props.ts';

export function ParagraphInput(props: InputProps<'paragraph'>) {
  const { id, field, value, onChange, disabled = false } = props;
  return (
    <TextArea
      id={id}
      value={textOf(value)}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={field.max ?? 2000}
      showWordLimit
      disabled={disabled}
      {...inputAria(props)}
    />
  );
}
