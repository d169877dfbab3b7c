import { useLayoutEffect } from 'react';

/** How long a closing dialog keeps the focus to itself, in ms. */
const leaving = 60;

/** Gives the focus back, when a dialog is gone, to what had it before; to the list when that is gone too. */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      window.setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const known = before instanceof HTMLElement && before !== document.body && before.isConnected;
        const wanted = known ? before : document.querySelector<HTMLElement>('[role="grid"]');
        wanted?.focus();
      }, leaving);
    };
  }, []);
}
