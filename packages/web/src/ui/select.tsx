import '@arco-design/web-react/es/Select/style/css.js';
import { Select as ArcoSelect, type SelectProps } from '@arco-design/web-react';
import type { KeyboardEvent } from 'react';

export type { SelectProps };

const pressed: KeyboardEventInit = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true };

/** Arco keeps every Escape to itself; one that has no list to close is for the dialog around the select. */
function passEscapeOn(event: KeyboardEvent<HTMLElement>): void {
  const select = event.currentTarget.closest('[role="combobox"]');
  if (event.key !== 'Escape' || select?.getAttribute('aria-expanded') === 'true') return;
  select?.parentElement?.dispatchEvent(new KeyboardEvent('keydown', pressed));
}

/** A choice among options, one or (with `mode="multiple"`) several. `label` names it. */
export function Select({ label, ...props }: SelectProps & { readonly label?: string }) {
  return <ArcoSelect aria-label={label} onKeyDown={passEscapeOn} {...props} />;
}
