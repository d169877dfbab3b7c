import '@arco-design/web-react/es/Progress/style/css.js';
import { Progress as ArcoProgress, type ProgressProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

/** A component of ours, so that its style comes with it. */
export function Progress(props: PropsWithChildren<ProgressProps>) {
  return <ArcoProgress {...props} />;
}
