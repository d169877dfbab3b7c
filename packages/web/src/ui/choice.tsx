import '@arco-design/web-react/es/Checkbox/style/css.js';
import '@arco-design/web-react/es/Radio/style/css.js';

export { Checkbox, type CheckboxProps, Radio, type RadioProps } from '@arco-design/web-react';
