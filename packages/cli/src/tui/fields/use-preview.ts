import type { Values } from '@gantry/core';
import { useEffect, useState } from 'react';
import { useEvent } from '../parts/use-event.ts';

/** How long after the last key it is asked for, in ms. */
const pause = 250;
const nothing: readonly string[] = [];

/**
 * What sending a form would come to, asked for anew when its values change; nothing where that cannot be told. Until there is an
 * answer for what is typed now, the lines of the last one are empty: figures of other values would mislead.
 */
export function usePreview(
  prompt: ((values: Values, width: number) => Promise<readonly string[]>) | undefined,
  values: Values,
  width: number,
): readonly string[] {
  const [reported, setResult] = useState({ of: '', lines: nothing });
  const requested = useEvent(() => prompt?.(values, width) ?? Promise.resolve(nothing));
  const typed = prompt ? JSON.stringify(values) : '';
  useEffect(() => {
    if (typed === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      requested().then(
        (lines) => current && setResult({ of: typed, lines }),
        () => current && setResult({ of: typed, lines: nothing }),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed, requested]);
  return reported.of === typed ? reported.lines : reported.lines.map(() => '');
}
