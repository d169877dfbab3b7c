import '@arco-design/web-react/es/Spin/style/css.js';
import { Spin as ArcoSpin, type SpinProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

/** Wraps Arco's component, so that its style is loaded with it. */
export function Spin(props: PropsWithChildren<SpinProps>) {
  return <ArcoSpin {...props} />;
}
