import '@arco-design/web-react/es/Checkbox/style/css.js';
import { Checkbox as ArcoCheckbox, type CheckboxProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { CheckboxProps };

/** A component of ours, so that its style comes with it. */
export function Checkbox(props: PropsWithChildren<CheckboxProps>) {
  return <ArcoCheckbox {...props} />;
}
