import '@arco-design/web-react/es/InputTag/style/css.js';
import { InputTag, type InputTagProps } from '@arco-design/web-react';

/** Short free words, each as a tag. */
export function TagInput({ label, ...props }: InputTagProps & { readonly label?: string; readonly id?: string }) {
  return <InputTag aria-label={label} {...props} />;
}
