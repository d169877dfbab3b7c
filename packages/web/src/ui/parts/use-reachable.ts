import { useEffect, useRef, useState } from 'react';
import { basePath } from '../../app/base-path.ts';

/** How often an unreachable server is tried again, and how long an answer may take, in ms. */
const intervalMs = 3000;
const timeoutMs = 3000;

async function answers(): Promise<boolean> {
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
 * Whether the server can be reached: null until it is known. While it cannot, it is tried again every few seconds and as soon as the
 * browser is online; `onBack` is called when it answers after it did not.
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
      const found = navigator.onLine && (await answers());
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
