import '@arco-design/web-react/es/Input/style/css.js';
import './input.css';
import { type TextAreaProps as ArcoTextAreaProps, Input, type InputProps } from '@arco-design/web-react';
import type { InputPasswordProps } from '@arco-design/web-react/es/Input/interface.js';

export type { InputProps };

/** Accessible name of an input without a `<label>` for its ID. */
interface Labelled {
  readonly label?: string;
}
type TextAreaProps = Omit<ArcoTextAreaProps, 'autoSize'>;

export function TextInput({ label, ...props }: InputProps & Labelled) {
  return <Input aria-label={label} {...props} />;
}

export function PasswordInput({ label, ...props }: InputPasswordProps & Labelled) {
  return <Input.Password aria-label={label} autoComplete="current-password" {...props} />;
}

/** Grows with its content by CSS, so that no inline style is written. */
export function TextArea({ label, className, ...props }: TextAreaProps & Labelled) {
  return <Input.TextArea aria-label={label} className={`grows ${className ?? ''}`} rows={3} {...props} />;
}
