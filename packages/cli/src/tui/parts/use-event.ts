import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function with a stable identity that always calls the handler of the latest render. */
export function useEvent<A extends readonly unknown[], R>(handler: (...args: A) => R): (...args: A) => R {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
