import {
  type ActionArguments,
  type AnyResource,
  type AvailableAction,
  acceptsArguments,
  describeArguments,
  type FindAnswer,
  type FoundRecord,
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
  selectTargets,
  splitAtActions,
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
import { matchTargets, type NavigationTarget } from './navigation-targets.ts';

/** How long after the last key the search for records starts, in ms. */
const searchDelayMs = 200;
const minKeywordLength = 2;

/** An action on a record that was found. */
interface FoundAction {
  readonly label: string;
  readonly record: FoundRecord;
  readonly link: string;
}

interface SearchResult {
  readonly records: readonly FoundRecord[];
  readonly actions: readonly FoundAction[];
  readonly busy: boolean;
}

const noResult: SearchResult = { records: [], actions: [], busy: false };

/** The search text and the records found for it. `actionName` is the part of the input that names an action; empty for none. */
interface RecordSearch {
  readonly keyword: string;
  readonly records: readonly FoundRecord[];
  readonly actionName: string;
}

/** Whether the words name an action on records of a resource, optionally with one of its boolean inputs turned on. */
function isActionName(resource: AnyResource, words: string): boolean {
  return Object.entries(resource.actions ?? {}).some(([name, action]) => {
    const booleanInputs = Object.entries(getInputFields(resource, action)).flatMap(([input, { kind }]) =>
      kind === 'boolean' ? input : [],
    );
    const variants = [null, ...booleanInputs].map((ticked) => ({
      ...{ name, action, ticked, amountField: null, named: [], explained: null },
    }));
    return action.on === 'record' && variants.some((variant) => matchesActionName(resource, variant, words));
  });
}

/** Maximum number of words of an action that is typed before a record. */
const maxActionWords = 3;

/** Splits the input into an action and the record after it, such as `ban li.ming`, in every possible way. */
function listActionsBefore(typed: string): ReturnType<typeof splitAtActions> {
  const words = typed.trim().split(/\s+/);
  return Array.from({ length: Math.min(maxActionWords, words.length - 1) }, (_, at) => ({
    availableAction: words.slice(0, at + 1).join(' '),
    keyword: words.slice(at + 1).join(' '),
  }));
}

/**
 * Searches for the full input. When nothing is found, searches for the part before or after an action name, as in `li.ming ban`.
 */
async function searchRecords(
  keyword: string,
  resources: readonly AnyResource[],
  find: (words: string) => Promise<readonly FoundRecord[]>,
): Promise<RecordSearch> {
  const records = await find(keyword);
  if (records.length > 0) return { keyword, records, actionName: '' };
  for (const candidate of [...splitAtActions(keyword), ...listActionsBefore(keyword)]) {
    if (
      candidate.keyword.length < minKeywordLength ||
      !resources.some((one) => isActionName(one, candidate.availableAction))
    )
      continue;
    const found = await find(candidate.keyword);
    if (found.length > 0) return { keyword: candidate.keyword, records: found, actionName: candidate.availableAction };
  }
  return { keyword, records: [], actionName: '' };
}

/** Formats the arguments that were typed after a record, for the label of an action. */
function formatArguments(args: ActionArguments, { locale, marks }: Tui): string {
  if (args.newName !== null) return `${marks.arrow} ${args.newName}`;
  return describeArguments(args, (amount) => formatNumber(amount, locale));
}

/** Whether an action has exactly this label: `refund` means the refund, not its preview. */
function hasLabel({ action }: AvailableAction, words: string): boolean {
  return Object.values(action.label).some((label) => label.toLowerCase() === words.toLowerCase());
}

/** The actions that are possible for the current state of a record, match the words and accept the arguments. */
async function findActionsWith(
  record: FoundRecord,
  words: string,
  extra: ActionArguments,
  tui: Tui,
): Promise<FoundAction[]> {
  const resource = findResource(tui.catalogue, record.resource.name);
  if (!resource) return [];
  const path = getResourcePath(resource.name, 'get');
  const request = tui.client.call<Readonly<Record<string, unknown>>>(path, { id: record.id }, { quiet: true });
  const current = await request.catch(() => null);
  if (!current) return [];
  const matches = (action: AvailableAction) =>
    acceptsArguments(action, extra) && matchesActionName(resource, action, words);
  return getAvailableActions(resource, current, tui.rights, () => true)
    .filter(({ action }) => action.on === 'record')
    .filter(matches)
    .toSorted((one, other) => Number(hasLabel(other, words)) - Number(hasLabel(one, words)))
    .map((action) => ({
      label: `${record.title} · ${getActionTitle(resource, action, formatArguments(extra, tui), tui.locale)}`,
      record,
      link: createActionLink(record, action, extra),
    }));
}

/**
 * Searches the records that the user may read by their titles, and the actions on the record that the input identifies: all of
 * them, or those that its words and arguments name. Further typing cancels the search.
 */
function useFoundRecords(typed: string, screens: readonly ScreenDefinition[]): SearchResult {
  const tui = useTui();
  const { catalogue, rights } = tui;
  const { keyword, amount, newName, reason } = parseActionArguments(typed);
  const [state, setState] = useState<SearchResult & { readonly typed: string }>({ ...noResult, typed: '' });
  const resources = useMemo(
    () => listSearchableResources(catalogue.resources, screens, rights),
    [catalogue, screens, rights],
  );
  useEffect(() => {
    if (keyword.length < minKeywordLength) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const call = (path: string, body: object, options: object) => tui.client.call<FindAnswer>(path, body, options);
    const find = (words: string) => findRecords(resources, words, call, signal);
    const run = async () => {
      const exactMatches = keyword === typed.trim() ? [] : listExactMatches(await find(typed.trim()), typed.trim());
      const search =
        exactMatches.length > 0
          ? { keyword: typed.trim(), records: exactMatches, actionName: '' }
          : await searchRecords(keyword, resources, find);
      if (signal.aborted) return;
      const extra = exactMatches.length > 0 ? noActionArguments : { amount, newName, reason };
      const namesAction = search.actionName !== '' || hasActionArguments(extra);
      if (!namesAction) setState({ typed, records: search.records, actions: [], busy: true });
      const meant = selectTargets(search.records, search.keyword, false);
      const actions = (
        await Promise.all(meant.map((one) => findActionsWith(one, search.actionName, extra, tui)))
      ).flat();
      // When the named action is not possible now, the records are listed, whose pages show the reason.
      const records = namesAction && actions.length > 0 ? [] : search.records;
      if (!signal.aborted) setState({ typed, records, actions, busy: false });
    };
    const timer = setTimeout(() => void run(), searchDelayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, keyword, amount, newName, reason, resources, tui]);
  if (keyword.length < minKeywordLength) return noResult;
  return state.typed === typed ? state : { ...noResult, busy: true };
}

/** A command of the command bar that does not open a target. */
export interface Command {
  readonly name: string;
  readonly label: string;
  run(): void;
}

/** Height of the command bar in lines: its title, the input and the results. */
export const paletteHeight = 10;

interface PaletteItem {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  /** The text that Tab puts in the command bar; none for an action that runs immediately. */
  completion?(): string | undefined;
  run(): void;
}

/** The input, the index of the chosen item, and how many history entries back the input was taken from (0 for typed input). */
interface PaletteState {
  readonly text: EditableText;
  readonly at: number;
  readonly historyOffset: number;
}

export interface PaletteProps {
  readonly targets: readonly NavigationTarget[];
  readonly screens: readonly ScreenDefinition[];
  readonly commands: readonly Command[];
  /** Follows a link. */
  readonly onGo: (link: string) => void;
  readonly onDone: () => void;
}

function listItems(
  typed: string,
  found: SearchResult,
  { targets, commands, onGo }: PaletteProps,
  tui: Tui,
): PaletteItem[] {
  const word = typed.trim().toLowerCase();
  const matchingCommands = commands
    .filter((command) => word !== '' && (command.name.startsWith(word) || command.label.toLowerCase().includes(word)))
    .map(({ name, label, run }) => ({ key: `:${name}`, label: `:${name}`, note: label, completion: () => name, run }));
  const createTargetItem = (target: NavigationTarget): PaletteItem => ({
    key: `${target.link} ${target.label}`,
    label: target.label,
    note: target.path,
    // Some targets are not found by their label, but by one of their other names.
    completion: () =>
      [target.label, ...target.names].find((name) => matchTargets(targets, name).direct.includes(target)),
    run: () => onGo(target.link),
  });
  const getNote = (record: FoundRecord) => `${localize(record.resource.label, tui.locale)} #${record.id}`;
  const actions = found.actions.map(({ label, record, link }): PaletteItem => {
    return { key: link, label: escapeControls(label), note: getNote(record), run: () => onGo(link) };
  });
  const records = found.records.map((record): PaletteItem => {
    const { to } = record;
    const label = escapeControls(record.title);
    return { key: to, label, note: getNote(record), completion: () => `${label} `, run: () => onGo(to) };
  });
  // Arguments apply only to actions on records, so screens and commands are not listed.
  if (hasActionArguments(parseActionArguments(typed))) return [...records, ...actions];
  const { direct, fuzzy } = matchTargets(targets, typed.trim());
  const mainItems = [...direct.map(createTargetItem), ...records, ...actions];
  const fuzzyItems = fuzzy.map(createTargetItem);
  // A command comes first when its full name was typed, with or without an argument, or its full label.
  return matchingCommands.some(
    ({ key, note }) => key === `:${word}` || key.startsWith(`:${word} `) || note.toLowerCase() === word,
  )
    ? [...matchingCommands, ...mainItems, ...fuzzyItems]
    : [...mainItems, ...matchingCommands, ...fuzzyItems];
}

/** Runs the chosen item. While the search is running and there is no item yet, it runs when the search has finished. */
function useAccept(items: readonly PaletteItem[], at: number, busy: boolean, onAccept: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const runChosen = useEvent(() => {
    const item = items[at];
    if (!item) return;
    onAccept();
    item.run();
  });
  useEffect(() => {
    if (!isWaiting || busy) return;
    setWaiting(false);
    runChosen();
  }, [isWaiting, busy, runChosen]);
  return { accept: () => (items[at] || !busy ? runChosen() : setWaiting(true)), cancel: () => setWaiting(false) };
}

/** The key in `memory` for the history of the command bar, newest last. */
const historyKey = 'palette:history';
const maxHistory = 50;

/** The history of inputs that were run. `recallInput` returns the entry that many steps back, or null when there is none. */
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

/** The command bar: finds screens by name, path or resource, records by title, actions and commands. */
export function Palette(props: PaletteProps) {
  const tui = useTui();
  const { t, marks } = tui;
  const { width, height } = useArea();
  const [state, setState] = useState<PaletteState>({ text: createEditableText(''), at: 0, historyOffset: 0 });
  const typedHistory = useTypedHistory(tui);
  const found = useFoundRecords(state.text.value, props.screens);
  const items = listItems(state.text.value, found, props, tui);
  const { accept, cancel } = useAccept(items, state.at, found.busy, () => {
    typedHistory.add(state.text.value.trim());
    props.onDone();
  });
  const move = (by: number) => setState((current) => ({ ...current, at: clampIndex(current.at + by, items.length) }));
  /** Up from the first item recalls earlier inputs, newest first; down goes back towards the newest. */
  const recallInput = (by: number) => {
    const historyOffset = state.historyOffset + by;
    const typed = historyOffset === 0 ? '' : typedHistory.recall(historyOffset);
    if (typed !== null) setState({ text: createEditableText(typed), at: 0, historyOffset });
  };
  /** Replaces the input with the completion of the chosen item. */
  const complete = () => {
    const completion = items[state.at]?.completion?.();
    if (completion !== undefined && completion !== state.text.value)
      setState({ text: createEditableText(completion), at: 0, historyOffset: 0 });
  };
  const isRecalled = state.historyOffset > 0 && state.at === 0;
  useKeys(
    keymaps.palette,
    {
      accept,
      complete,
      down: () => (isRecalled ? recallInput(-1) : move(1)),
      up: () => (state.at === 0 ? recallInput(1) : move(-1)),
      back: props.onDone,
    },
    {
      text: true,
      fallback: (key) => {
        cancel();
        setState(({ text }) => ({ text: applyKey(text, key) ?? text, at: 0, historyOffset: 0 }));
        return true;
      },
    },
  );
  const space = height - 2;
  const start = Math.max(0, state.at - space + 1);
  const labelWidth = Math.min(70, Math.floor((width * 3) / 5));
  const lines = items.slice(start, start + space).map((answer, offset) => {
    const isChosen = start + offset === state.at;
    const label = padCell(answer.label, labelWidth, marks);
    return `${isChosen ? renderAccent(marks.pointer) : ' '} ${isChosen ? renderAccent(renderBold(label)) : label}  ${renderDim(cut(answer.note, width - labelWidth - 7, marks))}`;
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
