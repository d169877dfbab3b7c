import '@arco-design/web-react/es/Progress/style/css.js';
import { Progress as ArcoProgress, type ProgressProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

/** Wraps Arco's component, so that its style is loaded with it. */
export function Progress(props: PropsWithChildren<ProgressProps>) {
  return <ArcoProgress {...props} />;
}
