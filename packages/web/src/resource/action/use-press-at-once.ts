import { useEffect, useRef } from 'react';

/** Presses once by itself, where one has asked for it before. */
export function usePressAtOnce(wanted: boolean, press: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!wanted || done.current) return;
    done.current = true;
    press();
  }, [wanted, press]);
}
