import '@arco-design/web-react/es/ColorPicker/style/css.js';

export { ColorPicker, type ColorPickerProps } from '@arco-design/web-react';
