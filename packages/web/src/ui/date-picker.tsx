import '@arco-design/web-react/es/DatePicker/style/css.js';

export { DatePicker, type DatePickerProps, type RangePickerProps } from '@arco-design/web-react';
