import {
  type AnyResource,
  besideIn,
  calledAll,
  type Deed,
  deedsNamedIn,
  deedsOf,
  deedTitle,
  type FindAnswer,
  type FoundRecord,
  findRecords,
  formatNumber,
  inputFields,
  meantAmong,
  namesDeed,
  nothingBeside,
  resourceNamed,
  resourcePath,
  type ScreenDefinition,
  searchedResources,
  type TypedBeside,
  takesBeside,
} from '@gantry/core';
import { useEffect, useMemo, useState } from 'react';
import { type Tui, useTui } from '../parts/tui-context.ts';
import { deedLink } from '../resource/opening.ts';

/** How long after the last key records are looked for, in ms. */
const pause = 200;
const shortest = 2;

/** Something to do with a record that was found. */
export interface FoundDeed {
  readonly words: string;
  readonly record: FoundRecord;
  readonly link: string;
}

export interface Found {
  readonly records: readonly FoundRecord[];
  readonly deeds: readonly FoundDeed[];
  readonly busy: boolean;
}

const nothing: Found = { records: [], deeds: [], busy: false };

/** What was looked for, what was found, and the words that name a deed, if the last of those typed do. */
interface Looked {
  readonly keyword: string;
  readonly records: readonly FoundRecord[];
  readonly deed: string;
}

/** Whether the words name something that can be done with records of a kind, with one of its boxes ticked or none. */
function isNamed(resource: AnyResource, words: string): boolean {
  return Object.entries(resource.actions ?? {}).some(([name, action]) => {
    const boxes = Object.entries(inputFields(resource, action)).flatMap(([box, { kind }]) =>
      kind === 'boolean' ? box : [],
    );
    const deeds = [null, ...boxes].map((ticked) => ({ name, action, ticked, counted: null, named: [] }));
    return action.on === 'record' && deeds.some((deed) => namesDeed(resource, deed, words));
  });
}

/** Looks for the whole of it; when nothing is called so, for what stands before the words of a deed: `li.ming ban`. */
async function look(
  keyword: string,
  resources: readonly AnyResource[],
  find: (words: string) => Promise<readonly FoundRecord[]>,
): Promise<Looked> {
  const records = await find(keyword);
  if (records.length > 0) return { keyword, records, deed: '' };
  for (const parted of deedsNamedIn(keyword)) {
    if (parted.keyword.length < shortest || !resources.some((one) => isNamed(one, parted.deed))) continue;
    const found = await find(parted.keyword);
    if (found.length > 0) return { keyword: parted.keyword, records: found, deed: parted.deed };
  }
  return { keyword, records: [], deed: '' };
}

/** What was typed beside the name, as it is shown. */
function givenWords({ amount, newName }: TypedBeside, { locale, marks }: Tui): string {
  if (newName !== null) return `${marks.arrow} ${newName}`;
  return amount === null ? '' : `${amount > 0 ? '+' : ''}${formatNumber(amount, locale)}`;
}

/** What may be done with a record as it is now: what the words name, with the amount where it goes. */
async function deedsWith(record: FoundRecord, words: string, beside: TypedBeside, tui: Tui): Promise<FoundDeed[]> {
  const resource = resourceNamed(tui.catalogue, record.resource.name);
  if (!resource) return [];
  const path = resourcePath(resource.name, 'get');
  const asked = tui.client.call<Readonly<Record<string, unknown>>>(path, { id: record.id }, { quiet: true });
  const known = await asked.catch(() => null);
  if (!known) return [];
  const fits = (deed: Deed) => takesBeside(deed, beside) && namesDeed(resource, deed, words);
  return deedsOf(resource, known, tui.rights, () => true)
    .filter(({ action }) => action.on === 'record')
    .filter(fits)
    .map((deed) => ({
      words: `${record.title} · ${deedTitle(resource, deed, givenWords(beside, tui), tui.locale)}`,
      record,
      link: deedLink(record, deed, beside),
    }));
}

/**
 * Records whose titles hold what is typed, of every kind that one may read, and what may be done with the one that is meant: all of it,
 * or what an amount or the last words name. Typing on calls the search off.
 */
export function useFoundRecords(typed: string, screens: readonly ScreenDefinition[]): Found {
  const tui = useTui();
  const { catalogue, role } = tui;
  const { keyword, amount, newName } = besideIn(typed);
  const [state, setState] = useState<Found & { readonly typed: string }>({ ...nothing, typed: '' });
  const resources = useMemo(() => searchedResources(catalogue.resources, screens, role), [catalogue, screens, role]);
  useEffect(() => {
    if (keyword.length < shortest) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const call = (path: string, body: object, options: object) => tui.client.call<FindAnswer>(path, body, options);
    const find = (words: string) => findRecords(resources, words, call, signal);
    const run = async () => {
      const called = keyword === typed.trim() ? [] : calledAll(await find(typed.trim()), typed.trim());
      const looked =
        called.length > 0 ? { keyword: typed.trim(), records: called, deed: '' } : await look(keyword, resources, find);
      if (signal.aborted) return;
      const beside = called.length > 0 ? nothingBeside : { amount, newName };
      const asks = looked.deed !== '' || beside.amount !== null || beside.newName !== null;
      if (!asks) setState({ typed, records: looked.records, deeds: [], busy: true });
      const meant = meantAmong(looked.records, looked.keyword, false);
      const deeds = (await Promise.all(meant.map((one) => deedsWith(one, looked.deed, beside, tui)))).flat();
      // What is asked for and cannot be done now leads to the record, which says how it stands.
      const records = asks && deeds.length > 0 ? [] : looked.records;
      if (!signal.aborted) setState({ typed, records, deeds, busy: false });
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
