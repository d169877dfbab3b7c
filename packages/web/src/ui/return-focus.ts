import { type RefObject, useLayoutEffect } from 'react';

/** How long a closing dialog keeps the focus to itself, in ms. */
const leaving = 60;

/**
 * Gives the focus back, when a dialog is gone, to what had it before; to the list when that is gone too. Not once `gone`
 * says that the dialog led elsewhere.
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
