import '@arco-design/web-react/es/Select/style/css.js';
import './select.css';
import { Select as ArcoSelect, type SelectProps } from '@arco-design/web-react';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';

export type { SelectProps };

const pressed: KeyboardEventInit = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true };

/** Arco keeps every Escape to itself; one that has no list to close is for the dialog around the select. */
function passEscapeOn(select: Element): void {
  select.parentElement?.dispatchEvent(new KeyboardEvent('keydown', pressed));
}

/** Arco drops the focus with its list; whoever closed the list by a key goes on from the select. */
function useRestoredFocus(multiple: boolean) {
  const byKey = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const select = event.currentTarget.closest('[role="combobox"]');
    const open = select?.getAttribute('aria-expanded') === 'true';
    byKey.current = open && (event.key === 'Escape' || (event.key === 'Enter' && !multiple));
    if (select && !open && event.key === 'Escape') passEscapeOn(select);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const dropped = byKey.current && relatedTarget === null;
    byKey.current = false;
    if (dropped) queueMicrotask(() => target.focus());
  };
  return { onKeyDown, onBlur };
}

/** A choice among options, one or (with `mode="multiple"`) several. `label` names it. */
export function Select({ label, ...props }: SelectProps & { readonly label?: string }) {
  const stored = useRestoredFocus(props.mode !== undefined);
  return <ArcoSelect aria-label={label} {...stored} {...props} />;
}
