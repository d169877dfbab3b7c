import '@arco-design/web-react/es/Checkbox/style/css.js';
import { Checkbox as ArcoCheckbox, type CheckboxProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { CheckboxProps };

/** Wraps Arco's component, so that its style is loaded with it. */
export function Checkbox(props: PropsWithChildren<CheckboxProps>) {
  return <ArcoCheckbox {...props} />;
}
