import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** What is drawn for the paper alone starts with it. */
let isOnPaper = false;

function subscribe(onChange: () => void): () => void {
  const turn = (next: boolean) => {
    isOnPaper = next;
    onChange();
  };
  // The browser prints what stands when the event returns.
  const begin = () => flushSync(() => turn(true));
  const end = () => turn(false);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether the page is being put on paper just now. */
export const useOnPaper = (): boolean => useSyncExternalStore(subscribe, () => isOnPaper);
