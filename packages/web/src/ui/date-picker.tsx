import '@arco-design/web-react/es/DatePicker/style/css.js';
import { DatePicker as ArcoDatePicker, type DatePickerProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { RangePickerProps } from '@arco-design/web-react';
export type { DatePickerProps };

/** A component of ours, so that its style comes with it. */
export function DatePicker(props: PropsWithChildren<DatePickerProps>) {
  return <ArcoDatePicker {...props} />;
}
