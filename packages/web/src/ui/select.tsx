import '@arco-design/web-react/es/Select/style/css.js';
import './select.css';
import { Select as ArcoSelect, type SelectProps } from '@arco-design/web-react';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';

export type { SelectProps };

const pressed: KeyboardEventInit = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true };

/** Arco stops every Escape key. Without an open list, the key is meant for the dialog around the select. */
function forwardEscape(select: Element): void {
  select.parentElement?.dispatchEvent(new KeyboardEvent('keydown', pressed));
}

/** Arco drops the focus when its list closes; after closing by key, the select must be focused again. */
function useRestoredFocus(multiple: boolean) {
  const byKey = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const select = event.currentTarget.closest('[role="combobox"]');
    const open = select?.getAttribute('aria-expanded') === 'true';
    byKey.current = open && (event.key === 'Escape' || (event.key === 'Enter' && !multiple));
    if (select && !open && event.key === 'Escape') forwardEscape(select);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const dropped = byKey.current && relatedTarget === null;
    byKey.current = false;
    if (dropped) queueMicrotask(() => target.focus());
  };
  return { onKeyDown, onBlur };
}

/** Selects one option or, with `mode="multiple"`, several. `label` is the accessible name. */
export function Select({ label, ...props }: SelectProps & { readonly label?: string }) {
  const stored = useRestoredFocus(props.mode !== undefined);
  return <ArcoSelect aria-label={label} {...stored} {...props} />;
}
