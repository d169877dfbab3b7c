import '@arco-design/web-react/es/Trigger/style/css.js';
import { Trigger as ArcoTrigger, type TriggerProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { TriggerProps };

/** Wraps Arco's component, so that its style is loaded with it. */
export function Trigger(props: PropsWithChildren<TriggerProps>) {
  return <ArcoTrigger {...props} />;
}
