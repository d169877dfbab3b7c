import '@arco-design/web-react/es/Switch/style/css.js';
import { Switch as ArcoSwitch, type SwitchProps } from '@arco-design/web-react';

export function Switch({ label, ...props }: SwitchProps & { readonly label?: string }) {
  return <ArcoSwitch aria-label={label} {...props} />;
}
