import { formatPlainPercent, formatUnit, parseValue } from '@gantry/core';
import { useLocale } from '../../app/i18n/index.ts';
import { TextInput } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';
import { useTypedText } from '../use-typed-text.ts';

export function IntegerInput(props: InputProps<'integer'>) {
  const { id, field, value, onChange, disabled = false } = props;
  const locale = useLocale();
  const isShare = field.notation === 'percent';
  const print = (given: unknown) => (isShare && typeof given === 'number' ? formatPlainPercent(given) : toText(given));
  const parse = (given: string) => {
    const number = given.trim();
    return parseValue(isShare && /\d$/.test(number) ? `${number}%` : number, field);
  };
  const [text, setText] = useTypedText(value, print, parse, onChange);
  const suffix = isShare ? '%' : field.unit && formatUnit(Number(value), field.unit, locale);
  const step = (times: number) => {
    const by = times * (isShare ? 100 : 1);
    if (typeof value !== 'number' && value !== null) return;
    const next = (value ?? 0) + by;
    onChange(Math.min(field.max ?? next, Math.max(field.min ?? next, next)));
  };
  return (
    <TextInput
      id={id}
      value={text}
      onChange={setText}
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled}
      className="figure"
      {...(suffix ? { suffix } : {})}
      onKeyDown={(event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        step(event.shiftKey ? by * 10 : by);
      }}
      {...getInputAria(props)}
    />
  );
}
