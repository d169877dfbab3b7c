import '@arco-design/web-react/es/Popover/style/css.js';

export { Popover, type PopoverProps } from '@arco-design/web-react';
