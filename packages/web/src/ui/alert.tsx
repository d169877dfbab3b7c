import '@arco-design/web-react/es/Alert/style/css.js';
import { type AlertProps, Alert as ArcoAlert } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

/** Wraps Arco's component, so that its style is loaded with it. */
export function Alert(props: PropsWithChildren<AlertProps>) {
  return <ArcoAlert {...props} />;
}
