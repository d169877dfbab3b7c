import { apiBase } from '@gantry/core';
import { useCallback, useEffect, useRef } from 'react';
import { useConfig } from '../../../app/api/index.ts';
import { entryPaths } from './entry-paths.ts';

/** What was seen of the slides and is not told yet. */
interface Seen {
  readonly views: Set<number>;
  readonly clicks: Set<number>;
}

/**
 * Tells the server which slides were shown and followed, each once for a page: in one call when the page is left or put
 * aside, which goes on after the page is gone. Nobody waits for it, and nobody hears that it failed.
 */
export function useSlideCounts(shown: number | undefined): (clicked: number) => void {
  const { apiBaseUrl } = useConfig();
  const waiting = useRef<Seen>({ views: new Set(), clicks: new Set() });
  const reported = useRef<Seen>({ views: new Set(), clicks: new Set() });
  const note = useCallback((kind: keyof Seen, id: number) => {
    if (!reported.current[kind].has(id)) waiting.current[kind].add(id);
  }, []);
  useEffect(() => {
    if (shown !== undefined) note('views', shown);
  }, [shown, note]);
  useEffect(() => {
    const report = () => {
      const { views, clicks } = waiting.current;
      if (views.size + clicks.size === 0) return;
      const body = JSON.stringify({ views: [...views].map(String), clicks: [...clicks].map(String) });
      reported.current = {
        views: new Set([...reported.current.views, ...views]),
        clicks: new Set([...reported.current.clicks, ...clicks]),
      };
      waiting.current = { views: new Set(), clicks: new Set() };
      const headers = { 'content-type': 'application/json' };
      const url = `${apiBaseUrl}${apiBase}${entryPaths.slidesSeen}`;
      fetch(url, { method: 'POST', body, headers, keepalive: true, credentials: 'omit' }).catch(() => undefined);
    };
    const reportIfHidden = () => {
      if (document.visibilityState === 'hidden') report();
    };
    document.addEventListener('visibilitychange', reportIfHidden);
    window.addEventListener('pagehide', report);
    return () => {
      document.removeEventListener('visibilitychange', reportIfHidden);
      window.removeEventListener('pagehide', report);
      report();
    };
  }, [apiBaseUrl]);
  return useCallback((id: number) => note('clicks', id), [note]);
}
