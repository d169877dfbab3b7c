import { type RefObject, useLayoutEffect } from 'react';

/** How long, in ms, a closing dialog keeps the focus. */
const leaving = 60;

/**
 * Returns the focus to the previous element when a dialog closes, or to the list if that element is gone. Not when `gone` says
 * that the dialog led elsewhere.
 */
export function useReturnFocus(gone?: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      window.setTimeout(() => {
        if (gone?.current || document.activeElement !== document.body) return;
        const known = before instanceof HTMLElement && before !== document.body && before.isConnected;
        if (known) before.focus();
        else document.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
      }, leaving);
    };
  }, [gone]);
}
