import { messageDuration, type Tone } from '@gantry/core';
import { useCallback, useRef, useState } from 'react';

export interface Notice {
  readonly id: number;
  readonly words: string;
  readonly tone: Tone;
}

/** The line at the foot: the newest message, for five seconds. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const count = useRef(0);
  const localize = useCallback((words: string, tone: Tone = 'info') => {
    count.current += 1;
    const id = count.current;
    setNotice({ id, words, tone });
    setTimeout(() => setNotice((known) => (known?.id === id ? null : known)), messageDuration).unref();
  }, []);
  return { notice, localize };
}
