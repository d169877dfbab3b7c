import '@arco-design/web-react/es/Trigger/style/css.js';
import { Trigger as ArcoTrigger, type TriggerProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { TriggerProps };

/** A component of ours, so that its style comes with it. */
export function Trigger(props: PropsWithChildren<TriggerProps>) {
  return <ArcoTrigger {...props} />;
}
