import { parseValue } from '@gantry/core';
import { TextInput } from '../../ui/index.ts';
import { type InputProps, inputAria, textOf } from '../field-props.ts';
import { useTypedText } from '../use-typed-text.ts';

/** 1250 fen -> `12.50`. */
function yuan(value: unknown): string {
  if (typeof value !== 'number') return textOf(value);
  const whole = Math.trunc(Math.abs(value) / 100);
  return `${value < 0 ? '-' : ''}${whole}.${String(Math.abs(value) % 100).padStart(2, '0')}`;
}

export function MoneyInput(props: InputProps<'money'>) {
  const { id, field, value, onChange, disabled = false } = props;
  const [text, setText] = useTypedText(value, yuan, (given) => parseValue(given.trim(), field), onChange);
  return (
    <TextInput
      id={id}
      value={text}
      onChange={setText}
      inputMode="decimal"
      autoComplete="off"
      prefix="¥"
      disabled={disabled}
      className="figure"
      {...inputAria(props)}
    />
  );
}
