import '@arco-design/web-react/es/Input/style/css.js';
import './input.css';
import { type TextAreaProps as ArcoTextAreaProps, Input, type InputProps } from '@arco-design/web-react';
import type { InputPasswordProps } from '@arco-design/web-react/es/Input/interface.js';

export type { InputProps };

/** What names an input to those who do not see it; leave it out when a `<label>` points at its id. */
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

/** Grows with what is typed by the browser's own means, so that no inline style attribute is written. */
export function TextArea({ label, className, ...props }: TextAreaProps & Labelled) {
  return <Input.TextArea aria-label={label} className={`grows ${className ?? ''}`} rows={3} {...props} />;
}
