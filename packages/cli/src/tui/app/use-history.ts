import { useCallback, useRef, useState } from 'react';
import { parseOpening } from '../resource/opening.ts';
import { parseRoute, type Route } from '../screens/screen-view.tsx';

/** Where one is and how one came there; the first is home. */
export function useHistory(home: string) {
  const [routes, setRoutes] = useState<readonly Route[]>([parseRoute(home)]);
  const visits = useRef(0);
  const go = useCallback((link: string) => {
    const route = parseRoute(link);
    visits.current += 1;
    const visit = visits.current;
    setRoutes((known) => {
      const here = known.at(-1);
      const isHere = here?.path === route.path && here.search === route.search && here.tab === route.tab;
      // What a link opens is opened every time; the list under it is come to once.
      if (!isHere) return [...known, { ...route, visit }];
      return parseOpening(route.search) === null ? known : [...known.slice(0, -1), { ...route, visit }];
    });
  }, []);
  const back = useCallback(() => setRoutes((known) => (known.length > 1 ? known.slice(0, -1) : known)), []);
  // What a link narrows is the tab that it names, and no other.
  const setTab = useCallback(
    (tab: number) =>
      setRoutes((known) => known.map((route, at) => (at === known.length - 1 ? { ...route, tab, search: '' } : route))),
    [],
  );
  const reset = useCallback(() => setRoutes([parseRoute(home)]), [home]);
  return { route: routes.at(-1) ?? parseRoute(home), depth: routes.length, go, back, setTab, reset };
}
