import { defaultCurrency, formatPlainMoney, getCurrencySign, parseValue } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { TextInput } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';
import { useTypedText } from '../use-typed-text.ts';

export function MoneyInput(props: InputProps<'money'>) {
  const { id, field, value, onChange, disabled = false } = props;
  const { currency } = useFormat();
  // Upstream costs are in yuan.
  const sign = getCurrencySign(field.decimals === 6 ? defaultCurrency : currency).trim();
  const print = (amount: unknown) => (typeof amount === 'number' ? formatPlainMoney(amount, field) : toText(amount));
  const [text, setText] = useTypedText(value, print, (given) => parseValue(given.trim(), field), onChange);
  return (
    <TextInput
      id={id}
      value={text}
      onChange={setText}
      inputMode="decimal"
      autoComplete="off"
      {...(field.unsigned ? {} : { prefix: sign })}
      disabled={disabled}
      className="figure"
      {...getInputAria(props)}
    />
  );
}
