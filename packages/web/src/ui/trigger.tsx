import '@arco-design/web-react/es/Trigger/style/css.js';

export { Trigger, type TriggerProps } from '@arco-design/web-react';
