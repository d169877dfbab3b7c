import {
  type ActionArguments,
  type AnyResource,
  type AvailableAction,
  acceptsArguments,
  type FindAnswer,
  type FoundRecord,
  findActionsIn,
  findRecords,
  findResource,
  formatNumber,
  getActionTitle,
  getAvailableActions,
  getInputFields,
  getResourcePath,
  listExactMatches,
  listSearchableResources,
  matchesActionName,
  noActionArguments,
  parseActionArguments,
  type ScreenDefinition,
  selectMeant,
} from '@gantry/core';
import { useEffect, useMemo, useState } from 'react';
import { type Tui, useTui } from '../parts/tui-context.ts';
import { createActionLink } from '../resource/opening.ts';

/** How long after the last key records are looked for, in ms. */
const pause = 200;
const shortest = 2;

/** Something to do with a record that was found. */
export interface FoundAction {
  readonly words: string;
  readonly record: FoundRecord;
  readonly link: string;
}

export interface Found {
  readonly records: readonly FoundRecord[];
  readonly availableActions: readonly FoundAction[];
  readonly busy: boolean;
}

const nothing: Found = { records: [], availableActions: [], busy: false };

/** What was looked for, what was found, and the words that name a deed, if the last of those typed do. */
interface Looked {
  readonly keyword: string;
  readonly records: readonly FoundRecord[];
  readonly availableAction: string;
}

/** Whether the words name something that can be done with records of a kind, with one of its boxes ticked or none. */
function isNamed(resource: AnyResource, words: string): boolean {
  return Object.entries(resource.actions ?? {}).some(([name, action]) => {
    const boxes = Object.entries(getInputFields(resource, action)).flatMap(([box, { kind }]) =>
      kind === 'boolean' ? box : [],
    );
    const availableActions = [null, ...boxes].map((ticked) => ({ name, action, ticked, counted: null, named: [] }));
    return (
      action.on === 'record' &&
      availableActions.some((availableAction) => matchesActionName(resource, availableAction, words))
    );
  });
}

/** Looks for the whole of it; when nothing is called so, for what stands before the words of a deed: `li.ming ban`. */
async function look(
  keyword: string,
  resources: readonly AnyResource[],
  find: (words: string) => Promise<readonly FoundRecord[]>,
): Promise<Looked> {
  const records = await find(keyword);
  if (records.length > 0) return { keyword, records, availableAction: '' };
  for (const parted of findActionsIn(keyword)) {
    if (parted.keyword.length < shortest || !resources.some((one) => isNamed(one, parted.availableAction))) continue;
    const found = await find(parted.keyword);
    if (found.length > 0) return { keyword: parted.keyword, records: found, availableAction: parted.availableAction };
  }
  return { keyword, records: [], availableAction: '' };
}

/** What was typed beside the name, as it is shown. */
function givenWords({ amount, newName }: ActionArguments, { locale, marks }: Tui): string {
  if (newName !== null) return `${marks.arrow} ${newName}`;
  return amount === null ? '' : `${amount > 0 ? '+' : ''}${formatNumber(amount, locale)}`;
}

/** What may be done with a record as it is now: what the words name, with the amount where it goes. */
async function findActionsWith(
  record: FoundRecord,
  words: string,
  extra: ActionArguments,
  tui: Tui,
): Promise<FoundAction[]> {
  const resource = findResource(tui.catalogue, record.resource.name);
  if (!resource) return [];
  const path = getResourcePath(resource.name, 'get');
  const requested = tui.client.call<Readonly<Record<string, unknown>>>(path, { id: record.id }, { quiet: true });
  const known = await requested.catch(() => null);
  if (!known) return [];
  const fits = (availableAction: AvailableAction) =>
    acceptsArguments(availableAction, extra) && matchesActionName(resource, availableAction, words);
  return getAvailableActions(resource, known, tui.rights, () => true)
    .filter(({ action }) => action.on === 'record')
    .filter(fits)
    .map((availableAction) => ({
      words: `${record.title} · ${getActionTitle(resource, availableAction, givenWords(extra, tui), tui.locale)}`,
      record,
      link: createActionLink(record, availableAction, extra),
    }));
}

/**
 * Records whose titles hold what is typed, of every kind that one may read, and what may be done with the one that is meant: all of it,
 * or what an amount or the last words name. Typing on calls the search off.
 */
export function useFoundRecords(typed: string, screens: readonly ScreenDefinition[]): Found {
  const tui = useTui();
  const { catalogue, role } = tui;
  const { keyword, amount, newName } = parseActionArguments(typed);
  const [state, setState] = useState<Found & { readonly typed: string }>({ ...nothing, typed: '' });
  const resources = useMemo(
    () => listSearchableResources(catalogue.resources, screens, role),
    [catalogue, screens, role],
  );
  useEffect(() => {
    if (keyword.length < shortest) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const call = (path: string, body: object, options: object) => tui.client.call<FindAnswer>(path, body, options);
    const find = (words: string) => findRecords(resources, words, call, signal);
    const run = async () => {
      const called = keyword === typed.trim() ? [] : listExactMatches(await find(typed.trim()), typed.trim());
      const looked =
        called.length > 0
          ? { keyword: typed.trim(), records: called, availableAction: '' }
          : await look(keyword, resources, find);
      if (signal.aborted) return;
      const extra = called.length > 0 ? noActionArguments : { amount, newName };
      const requests = looked.availableAction !== '' || extra.amount !== null || extra.newName !== null;
      if (!requests) setState({ typed, records: looked.records, availableActions: [], busy: true });
      const meant = selectMeant(looked.records, looked.keyword, false);
      const availableActions = (
        await Promise.all(meant.map((one) => findActionsWith(one, looked.availableAction, extra, tui)))
      ).flat();
      // What is asked for and cannot be done now leads to the record, which says how it stands.
      const records = requests && availableActions.length > 0 ? [] : looked.records;
      if (!signal.aborted) setState({ typed, records, availableActions, busy: false });
    };
    const timer = setTimeout(() => void run(), pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, keyword, amount, newName, resources, tui]);
  if (keyword.length < shortest) return nothing;
  return state.typed === typed ? state : { ...nothing, busy: true };
}
