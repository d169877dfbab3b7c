import '@arco-design/web-react/es/Select/style/css.js';
import { Select as ArcoSelect, type SelectProps } from '@arco-design/web-react';

export type { SelectProps };

/** A choice among options, one or (with `mode="multiple"`) several. `label` names it. */
export function Select({ label, ...props }: SelectProps & { readonly label?: string }) {
  return <ArcoSelect aria-label={label} {...props} />;
}
