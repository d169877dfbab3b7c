import type { Values } from '@gantry/core';
import { useEffect, useState } from 'react';
import { useEvent } from '../parts/use-event.ts';

/** How long after the last key it is asked for, in ms. */
const pause = 250;
const nothing: readonly string[] = [];

/** What sending a form would come to, asked for anew when its values change; nothing where that cannot be told. */
export function useOutlook(
  ask: ((values: Values, width: number) => Promise<readonly string[]>) | undefined,
  values: Values,
  width: number,
): readonly string[] {
  const [lines, setLines] = useState(nothing);
  const asked = useEvent(() => ask?.(values, width) ?? Promise.resolve(nothing));
  const typed = ask ? JSON.stringify(values) : '';
  useEffect(() => {
    if (typed === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      asked().then(
        (told) => current && setLines(told),
        () => current && setLines(nothing),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed, asked]);
  return lines;
}
