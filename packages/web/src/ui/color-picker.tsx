import '@arco-design/web-react/es/ColorPicker/style/css.js';
import { ColorPicker as ArcoColorPicker, type ColorPickerProps } from '@arco-design/web-react';
import type { PropsWithChildren } from 'react';

export type { ColorPickerProps };

/** A component of ours, so that its style comes with it. */
export function ColorPicker(props: PropsWithChildren<ColorPickerProps>) {
  return <ArcoColorPicker {...props} />;
}
