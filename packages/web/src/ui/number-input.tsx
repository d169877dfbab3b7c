import '@arco-design/web-react/es/InputNumber/style/css.js';
import { InputNumber, type InputNumberProps } from '@arco-design/web-react';

export function NumberInput({ label, ...props }: InputNumberProps & { readonly label?: string }) {
  return <InputNumber aria-label={label} {...props} />;
}
