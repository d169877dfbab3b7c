import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same while what it does follows the newest render. */
export function useEvent<A extends readonly unknown[], R>(handler: (...given: A) => R): (...given: A) => R {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
