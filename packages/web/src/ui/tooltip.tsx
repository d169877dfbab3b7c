import '@arco-design/web-react/es/Tooltip/style/css.js';
import { Tooltip as ArcoTooltip, type TooltipProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { TooltipProps };

/** Shown on hover and on keyboard focus. */
export function Tooltip(props: PropsWithChildren<TooltipProps>) {
  return <ArcoTooltip mini trigger={['hover', 'focus']} {...props} />;
}
