import '@arco-design/web-react/es/Alert/style/css.js';
import { type AlertProps, Alert as ArcoAlert } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

/** A component of ours, so that its style comes with it. */
export function Alert(props: PropsWithChildren<AlertProps>) {
  return <ArcoAlert {...props} />;
}
