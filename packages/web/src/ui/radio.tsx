import '@arco-design/web-react/es/Radio/style/css.js';
import { Radio as ArcoRadio } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

/** One of several choices; in its group when there is one around it. */
export const Radio = ArcoRadio;

interface RadioGroupProps {
  /** One name for all, so that arrows move from one to the next. */
  readonly name: string;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

/** Puts radios into a group without an element of its own, as between the cells of a row. */
export function RadioGroup({ name, value, onChange, children }: PropsWithChildren<RadioGroupProps>) {
  return (
    <ArcoRadio.GroupContext value={{ type: 'radio', group: true, name, value, onChangeValue: onChange }}>
      {children}
    </ArcoRadio.GroupContext>
  );
}

interface RadioButtonsProps extends RadioGroupProps {
  readonly disabled?: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A few choices side by side as buttons. */
export function RadioButtons({ options, ...props }: RadioButtonsProps) {
  return <ArcoRadio.Group type="button" options={[...options]} {...props} />;
}
