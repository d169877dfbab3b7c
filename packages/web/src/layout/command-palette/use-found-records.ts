import {
  type ActionArguments,
  type AnyResource,
  acceptsArguments,
  describeArguments,
  type FindAnswer,
  type FoundRecord,
  findRecords,
  getActionTitle,
  getAvailableActions,
  getResourcePath,
  listExactMatches,
  listSearchableResources,
  localize,
  noActionArguments,
  parseActionArguments,
  selectTargets,
} from '@gantry/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClient } from '../../app/api/index.ts';
import { loadResource } from '../../app/catalog/index.ts';
import { skeletons } from '../../app/catalog/sketches.ts';
import { useFormat, useLocale, useSay } from '../../app/i18n/index.ts';
import { usePermittedScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';
import type { Command } from './match-commands.ts';

/** Delay of the record search after the last key press, in ms. */
const pause = 250;
const shortest = 2;

interface Search {
  readonly found: readonly FoundRecord[];
  readonly busy: boolean;
}

/**
 * Records of all readable resources whose titles contain the keyword; none when it is too short. A new keyword cancels the
 * search.
 */
function useSearch(keyword: string): Search {
  const client = useClient();
  const screens = usePermittedScreens();
  const { rights } = useSession();
  const [state, setState] = useState({ keyword: '', found: [] as readonly FoundRecord[] });
  const resources = useMemo(() => listSearchableResources(skeletons, screens, rights), [screens, rights]);
  useEffect(() => {
    if (keyword.length < shortest) return undefined;
    const stop = new AbortController();
    const call = (path: string, body: object, options: object) => client.call<FindAnswer>(path, body, options);
    const timer = window.setTimeout(() => {
      void findRecords(resources, keyword, call, stop.signal).then((found) => {
        if (!stop.signal.aborted) setState({ keyword, found });
      });
    }, pause);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [keyword, resources, client]);
  if (keyword.length < shortest) return { found: [], busy: false };
  return state.keyword === keyword ? { found: state.found, busy: false } : { found: [], busy: true };
}

interface FoundCommands {
  readonly records: readonly Command[];
  readonly actions: readonly Command[];
  /** Whether the text contains more than a name: an amount, a new name, or the words of an action. */
  readonly isActionTyped: boolean;
  readonly busy: boolean;
}

/** Records that match the typed text, and the actions on the selected record. */
export function useFoundRecords(typed: string): FoundCommands {
  const localize = useSay();
  const navigate = useNavigate();
  const text = typed.trim();
  const parted = parseActionArguments(text);
  const named = useSearch(parted.keyword);
  const full = useSearch(parted.keyword === text ? '' : text);
  const called = listExactMatches(full.found, text);
  const isCalled = called.length > 0;
  const records = isCalled ? called : named.found;
  const busy = named.busy || full.busy;
  const keyword = isCalled ? text : parted.keyword;
  const actions = useRecordActions(selectTargets(records, keyword, busy), isCalled ? noActionArguments : parted);
  const found = records.map(
    ({ resource, id, title, to }): Command => ({
      key: `record.${resource.name}.${id}`,
      kind: 'records',
      title,
      place: localize(resource.label),
      also: [],
      to,
      run: () => void navigate(to),
    }),
  );
  return { records: found, actions, isActionTyped: !isCalled && parted.keyword !== text, busy };
}

/** A record that was found, with everything that decides its available actions. */
interface Meant {
  readonly found: FoundRecord;
  readonly resource: AnyResource;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The rows for actions on the matching records, with the arguments typed after their name. */
function useRecordActions(meant: readonly FoundRecord[], typed: ActionArguments): readonly Command[] {
  const client = useClient();
  const locale = useLocale();
  const navigate = useNavigate();
  const { number } = useFormat();
  const { rights } = useSession();
  const answers = useQueries({
    queries: meant.map((found) => ({
      queryKey: ['palette', found.to],
      retry: false,
      staleTime: 0,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Meant> => {
        const requested = client.call<Meant['record']>(
          getResourcePath(found.resource.name, 'get'),
          { id: found.id },
          { signal, quiet: true },
        );
        const [resource, record] = await Promise.all([loadResource(found.resource.name), requested]);
        return { found, resource, record };
      },
    })),
  });
  return answers.flatMap(({ data }) => {
    if (!data) return [];
    const { found, resource, record } = data;
    return getAvailableActions(resource, record, rights)
      .filter((availableAction) => acceptsArguments(availableAction, typed))
      .map((availableAction): Command => {
        const { name, ticked } = availableAction;
        const { amount, newName, reason } = typed;
        const query = new URLSearchParams({ run: name });
        if (amount !== null) query.set('give', String(amount));
        if (newName !== null) query.set('as', newName);
        if (reason !== null) query.set('because', reason);
        if (ticked !== null) query.set('with', ticked);
        return {
          key: `availableAction.${found.to}.${name}.${ticked ?? ''}`,
          kind: 'actions',
          isRecordAction: true,
          title: `${found.title} · ${getActionTitle(resource, availableAction, describeArguments(typed, number), locale)}`,
          place: localize(resource.label, locale),
          also: [],
          run: () => void navigate(`${found.to}&${query}`),
        };
      });
  });
}
