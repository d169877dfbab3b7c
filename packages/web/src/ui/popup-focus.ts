import { type RefObject, useEffect } from 'react';

/** Delay in ms until a popup is positioned and can be focused. */
const placing = 30;
const controls =
  'input, textarea, select, [role="tab"]:not([tabindex="-1"]), button:not([tabindex="-1"], :disabled), a[href]';

/** Focuses the first control of a popup, or the popup itself until its content has loaded. */
export function usePopupFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const popup = box.current;
    if (!popup) return;
    const enter = () => {
      const focused = document.activeElement;
      const first = popup.querySelector<HTMLElement>(controls);
      if (focused === popup || !popup.contains(focused)) (first ?? popup).focus();
      if (first) watcher.disconnect();
    };
    const watcher = new MutationObserver(enter);
    const timer = window.setTimeout(() => {
      watcher.observe(popup, { childList: true, subtree: true });
      enter();
    }, placing);
    return () => {
      window.clearTimeout(timer);
      watcher.disconnect();
    };
  }, [box]);
}
