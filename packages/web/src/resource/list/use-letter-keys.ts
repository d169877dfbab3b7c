import { useState } from 'react';

const getStorageKey = 'listKeys';

/** Whether keys of one letter work; off for those whom they disturb. */
export function useLetterKeys(): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(getStorageKey) !== 'off');
  const set = (next: boolean) => {
    localStorage.setItem(getStorageKey, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, set];
}
