import '@arco-design/web-react/es/Popover/style/css.js';
import { Popover as ArcoPopover, type PopoverProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { PopoverProps };

/** A component of ours, so that its style comes with it. */
export function Popover(props: PropsWithChildren<PopoverProps>) {
  return <ArcoPopover {...props} />;
}
