import '@arco-design/web-react/es/Checkbox/style/css.js';
import '@arco-design/web-react/es/Radio/style/css.js';
import {
  Checkbox as ArcoCheckbox,
  Radio as ArcoRadio,
  type CheckboxProps,
  type RadioProps,
} from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { CheckboxProps, RadioProps };

/** Components of ours, so that their styles come with them. */
export function Checkbox(props: PropsWithChildren<CheckboxProps>) {
  return <ArcoCheckbox {...props} />;
}

export function Radio(props: PropsWithChildren<RadioProps>) {
  return <ArcoRadio {...props} />;
}
