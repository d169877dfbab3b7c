import '@arco-design/web-react/es/Drawer/style/css.js';
import { Drawer as ArcoDrawer, type DrawerProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { DrawerProps };

/** Wraps Arco's component, so that its style is loaded with it. */
export function Drawer(props: PropsWithChildren<DrawerProps>) {
  return <ArcoDrawer {...props} />;
}
