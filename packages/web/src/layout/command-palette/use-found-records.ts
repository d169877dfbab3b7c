import { besideIn, type FoundRecord, findRecords, type ListAnswer, meantAmong, searchedResources } from '@gantry/core';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClient } from '../../api/index.ts';
import { sketches } from '../../catalogue/sketches.ts';
import { useSay } from '../../i18n/index.ts';
import { usePermittedScreens } from '../../router/screens-context.tsx';
import { useSession } from '../../session/index.ts';
import type { Command } from './match-commands.ts';
import { useRecordDeeds } from './use-record-deeds.ts';

/** How long after the last key records are looked for, in ms. */
const pause = 250;
const shortest = 2;

/**
 * Records whose titles hold what is typed, of every kind that one may read, and what may be done with the one that is meant. Typing on
 * calls the search off.
 */
export function useFoundRecords(typed: string): { readonly found: readonly Command[]; readonly busy: boolean } {
  const say = useSay();
  const client = useClient();
  const navigate = useNavigate();
  const screens = usePermittedScreens();
  const { role } = useSession();
  const { keyword, ...beside } = besideIn(typed);
  const [state, setState] = useState({ keyword: '', found: [] as readonly FoundRecord[], busy: false });
  const resources = useMemo(() => searchedResources(sketches, screens, role), [screens, role]);
  useEffect(() => {
    if (keyword.length < shortest) return undefined;
    const stop = new AbortController();
    const list = (path: string, body: object, options: object) => client.call<ListAnswer>(path, body, options);
    const timer = window.setTimeout(() => {
      setState({ keyword, found: [], busy: true });
      void findRecords(resources, keyword, list, stop.signal, (found) => setState({ keyword, found, busy: true })).then(
        () => {
          if (!stop.signal.aborted) setState((now) => ({ ...now, busy: false }));
        },
      );
    }, pause);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [keyword, resources, client]);
  const current = state.keyword === keyword && keyword.length >= shortest;
  const deeds = useRecordDeeds(current ? meantAmong(state.found, keyword, state.busy) : [], beside);
  if (!current) return { found: [], busy: keyword.length >= shortest };
  const found = state.found.map(
    ({ resource, id, title, to }): Command => ({
      key: `record.${resource.name}.${id}`,
      kind: 'records',
      title,
      place: say(resource.label),
      also: [],
      to,
      run: () => void navigate(to),
    }),
  );
  return { found: [...found, ...deeds], busy: state.busy };
}
