import '@arco-design/web-react/es/Drawer/style/css.js';

export { Drawer, type DrawerProps } from '@arco-design/web-react';
