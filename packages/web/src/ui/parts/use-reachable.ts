import { useEffect, useRef, useState } from 'react';
import { basePath } from '../../app/base-path.ts';

/** Interval between attempts and timeout of each attempt while the server is unreachable, in ms. */
const intervalMs = 3000;
const timeoutMs = 3000;

async function getAnswers(): Promise<boolean> {
  try {
    const { ok } = await fetch(`${basePath}/config.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return ok;
  } catch {
    return false;
  }
}

/**
 * Whether the server is reachable; null until known. While it is not, it is tried every few seconds and when the browser comes
 * online. `onBack` is called when it responds again.
 */
export function useReachable(onBack: () => void): boolean | null {
  const [reachable, setReachable] = useState<boolean | null>(null);
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    let isOver = false;
    let wasLost = false;
    let timer = 0;
    const look = async () => {
      window.clearTimeout(timer);
      const found = navigator.onLine && (await getAnswers());
      if (isOver) return;
      setReachable(found);
      if (found && wasLost) latest.current();
      wasLost = !found;
      if (!found) timer = window.setTimeout(() => void look(), intervalMs);
    };
    const onOnline = () => void look();
    window.addEventListener('online', onOnline);
    void look();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, []);
  return reachable;
}
