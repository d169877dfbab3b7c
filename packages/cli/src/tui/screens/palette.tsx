import {
  type ActionArguments,
  type AnyResource,
  type AvailableAction,
  acceptsArguments,
  describeArguments,
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
  hasActionArguments,
  listExactMatches,
  listSearchableResources,
  localize,
  matchesActionName,
  noActionArguments,
  parseActionArguments,
  type ScreenDefinition,
  selectMeant,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useEffect, useMemo, useState } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { keymaps } from '../keys/keymap.ts';
import { renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import { applyKey, createEditableText, type EditableText } from '../parts/input/editable-text.ts';
import { TextInput } from '../parts/input/text-input.tsx';
import { cut, padCell } from '../parts/marks.ts';
import { Sheet } from '../parts/sheet.tsx';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import { useKeys } from '../parts/use-keys.ts';
import { clampIndex } from '../parts/viewport.ts';
import { createActionLink } from '../resource/deep-link.ts';
import { matchTargets, type Place } from './places.ts';

/** How long after the last key records are looked for, in ms. */
const pause = 200;
const shortest = 2;

/** Something to do with a record that was found. */
interface FoundAction {
  readonly words: string;
  readonly record: FoundRecord;
  readonly link: string;
}

interface Found {
  readonly records: readonly FoundRecord[];
  readonly availableActions: readonly FoundAction[];
  readonly busy: boolean;
}

const nothing: Found = { records: [], availableActions: [], busy: false };

/** The search text, its results, and the words that name an action, if the last words typed do. */
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
    const availableActions = [null, ...boxes].map((ticked) => ({
      name,
      action,
      ticked,
      counted: null,
      named: [],
      explained: null,
    }));
    return (
      action.on === 'record' &&
      availableActions.some((availableAction) => matchesActionName(resource, availableAction, words))
    );
  });
}

/** The most words of an action that is typed before a record. */
const maxActionWords = 3;

/** Splits what was typed into an action and the record after it, as in `ban li.ming`, in every possible way. */
function listActionsBefore(typed: string): ReturnType<typeof findActionsIn> {
  const words = typed.trim().split(/\s+/);
  return Array.from({ length: Math.min(maxActionWords, words.length - 1) }, (_, at) => ({
    availableAction: words.slice(0, at + 1).join(' '),
    keyword: words.slice(at + 1).join(' '),
  }));
}

/**
 * Searches for all that was typed; if nothing is found, for what precedes or follows the words of an action, as in `li.ming ban`.
 */
async function look(
  keyword: string,
  resources: readonly AnyResource[],
  find: (words: string) => Promise<readonly FoundRecord[]>,
): Promise<Looked> {
  const records = await find(keyword);
  if (records.length > 0) return { keyword, records, availableAction: '' };
  for (const parted of [...findActionsIn(keyword), ...listActionsBefore(keyword)]) {
    if (parted.keyword.length < shortest || !resources.some((one) => isNamed(one, parted.availableAction))) continue;
    const found = await find(parted.keyword);
    if (found.length > 0) return { keyword: parted.keyword, records: found, availableAction: parted.availableAction };
  }
  return { keyword, records: [], availableAction: '' };
}

/** What was typed after the name, as it is shown. */
function givenWords(given: ActionArguments, { locale, marks }: Tui): string {
  if (given.newName !== null) return `${marks.arrow} ${given.newName}`;
  return describeArguments(given, (amount) => formatNumber(amount, locale));
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
 * Records whose titles hold what is typed, of every kind that one may read, and what may be done with the one that is meant: all
 * of it, or what an amount or the last words name. Typing on calls the search off.
 */
function useFoundRecords(typed: string, screens: readonly ScreenDefinition[]): Found {
  const tui = useTui();
  const { catalogue, rights } = tui;
  const { keyword, amount, newName, reason } = parseActionArguments(typed);
  const [state, setState] = useState<Found & { readonly typed: string }>({ ...nothing, typed: '' });
  const resources = useMemo(
    () => listSearchableResources(catalogue.resources, screens, rights),
    [catalogue, screens, rights],
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
      const extra = called.length > 0 ? noActionArguments : { amount, newName, reason };
      const requests = looked.availableAction !== '' || hasActionArguments(extra);
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
  }, [typed, keyword, amount, newName, reason, resources, tui]);
  if (keyword.length < shortest) return nothing;
  return state.typed === typed ? state : { ...nothing, busy: true };
}

/** A command of the bar that is no place. */
export interface Command {
  readonly name: string;
  readonly words: string;
  run(): void;
}

/** Lines of the bar: its title, the input, and what answers. */
export const paletteHeight = 10;

interface Answer {
  readonly key: string;
  readonly words: string;
  readonly note: string;
  /** The text that Tab puts in the command bar; none for an action that runs immediately. */
  completion?(): string | undefined;
  run(): void;
}

/** What stands in the bar, which answer is chosen, and how far back in the history it came from. */
interface Typed {
  readonly text: EditableText;
  readonly at: number;
  readonly back: number;
}

export interface PaletteProps {
  readonly targets: readonly Place[];
  readonly screens: readonly ScreenDefinition[];
  readonly commands: readonly Command[];
  /** Follows a link. */
  readonly onGo: (link: string) => void;
  readonly onDone: () => void;
}

function answersTo(typed: string, found: Found, { targets, commands, onGo }: PaletteProps, tui: Tui): Answer[] {
  const word = typed.trim().toLowerCase();
  const own = commands
    .filter((command) => word !== '' && (command.name.startsWith(word) || command.words.toLowerCase().includes(word)))
    .map(({ name, words, run }) => ({ key: `:${name}`, words: `:${name}`, note: words, completion: () => name, run }));
  const toPlace = (place: Place): Answer => ({
    key: `${place.link} ${place.words}`,
    words: place.words,
    note: place.path,
    // The displayed name of some places does not find them, but one of their other names does.
    completion: () => [place.words, ...place.names].find((name) => matchTargets(targets, name).near.includes(place)),
    run: () => onGo(place.link),
  });
  const kindOf = (record: FoundRecord) => `${localize(record.resource.label, tui.locale)} #${record.id}`;
  const availableActions = found.availableActions.map(({ words, record, link }): Answer => {
    return { key: link, words: escapeControls(words), note: kindOf(record), run: () => onGo(link) };
  });
  const records = found.records.map((record): Answer => {
    const { to } = record;
    const words = escapeControls(record.title);
    return { key: to, words, note: kindOf(record), completion: () => `${words} `, run: () => onGo(to) };
  });
  // An amount, a new name or a reason is for a record: no screen answers to it.
  if (hasActionArguments(parseActionArguments(typed))) return [...records, ...availableActions];
  const { near, loose } = matchTargets(targets, typed.trim());
  const all = [...near.map(toPlace), ...records, ...availableActions];
  const rest = loose.map(toPlace);
  // A command whose full name was typed comes first, whatever its argument, and so does one that is called so in words.
  return own.some(({ key, note }) => key === `:${word}` || key.startsWith(`:${word} `) || note.toLowerCase() === word)
    ? [...own, ...all, ...rest]
    : [...all, ...own, ...rest];
}

/** What was chosen while its answer was still looked for: it is taken up once there is one. */
function useAccept(answers: readonly Answer[], at: number, busy: boolean, onTake: () => void) {
  const [waits, setWaits] = useState(false);
  const take = useEvent(() => {
    const answer = answers[at];
    if (!answer) return;
    onTake();
    answer.run();
  });
  useEffect(() => {
    if (!waits || busy) return;
    setWaits(false);
    take();
  }, [waits, busy, take]);
  return { accept: () => (answers[at] || !busy ? take() : setWaits(true)), purge: () => setWaits(false) };
}

/** Where what was typed is remembered, the newest last. */
const historyKey = 'palette:history';
const maxHistory = 50;

/** What was typed and run before: `recall` goes that many entries back, null when there are none so far back. */
function useTypedHistory({ memory }: Tui) {
  const entries = (memory.get(historyKey) as readonly string[] | undefined) ?? [];
  return {
    add(typed: string) {
      if (typed === '') return;
      memory.set(historyKey, [...entries.filter((one) => one !== typed), typed].slice(-maxHistory));
    },
    recall: (back: number): string | null => entries.at(-back) ?? null,
  };
}

/** The command bar: any screen by its name, path or entity, records by their titles, what can be done, and a few commands. */
export function Palette(props: PaletteProps) {
  const tui = useTui();
  const { t, marks } = tui;
  const { width, height } = useArea();
  const [state, setState] = useState<Typed>({ text: createEditableText(''), at: 0, back: 0 });
  const typedHistory = useTypedHistory(tui);
  const found = useFoundRecords(state.text.value, props.screens);
  const answers = answersTo(state.text.value, found, props, tui);
  const { accept, purge } = useAccept(answers, state.at, found.busy, () => {
    typedHistory.add(state.text.value.trim());
    props.onDone();
  });
  const move = (by: number) => setState((known) => ({ ...known, at: clampIndex(known.at + by, answers.length) }));
  /** From the first answer on upwards: what was typed before, the newest first; downwards towards the newest. */
  const recall = (by: number) => {
    const back = state.back + by;
    const typed = back === 0 ? '' : typedHistory.recall(back);
    if (typed !== null) setState({ text: createEditableText(typed), at: 0, back });
  };
  /** Puts the completion of the chosen answer in the command bar. */
  const complete = () => {
    const completion = answers[state.at]?.completion?.();
    if (completion !== undefined && completion !== state.text.value)
      setState({ text: createEditableText(completion), at: 0, back: 0 });
  };
  const isRecalled = state.back > 0 && state.at === 0;
  useKeys(
    keymaps.palette,
    {
      accept,
      complete,
      down: () => (isRecalled ? recall(-1) : move(1)),
      up: () => (state.at === 0 ? recall(1) : move(-1)),
      back: props.onDone,
    },
    {
      text: true,
      fallback: (key) => {
        purge();
        setState((known) => ({ text: applyKey(known.text, key) ?? known.text, at: 0, back: 0 }));
        return true;
      },
    },
  );
  const space = height - 2;
  const start = Math.max(0, state.at - space + 1);
  const labelWidth = Math.min(70, Math.floor((width * 3) / 5));
  const lines = answers.slice(start, start + space).map((answer, place) => {
    const here = start + place === state.at;
    const words = padCell(answer.words, labelWidth, marks);
    return `${here ? renderAccent(marks.pointer) : ' '} ${here ? renderAccent(renderBold(words)) : words}  ${renderDim(cut(answer.note, width - labelWidth - 7, marks))}`;
  });
  return (
    <Sheet title={t('tui.key.command')} note={t('tui.paletteHint')}>
      <Box height={1}>
        <Text>{renderAccent(renderBold(': '))}</Text>
        <TextInput text={state.text} width={width - 6} active />
      </Box>
      <Text>
        {lines.length > 0 ? lines.join('\n') : renderDim(`  ${t(found.busy ? 'common.loading' : 'list.nothing')}`)}
      </Text>
    </Sheet>
  );
}
