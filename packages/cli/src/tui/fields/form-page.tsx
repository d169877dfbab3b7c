import { type Field, type FieldErrors, type Fields, localize, type Values } from '@gantry/core';
import { Box, Text } from 'ink';
import { useEffect, useReducer, useRef, useState } from 'react';
import { measureWidth, wrapText } from '../../output/wrap-text.ts';
import type { Key } from '../driver/key-hub.ts';
import { keymaps } from '../keys/keymap.ts';
import { applyTone, renderDim } from '../parts/colors.ts';
import { confirmByYes } from '../parts/confirm.tsx';
import { createEditableText } from '../parts/input/editable-text.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { useArea, useTui } from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import { useKeys } from '../parts/use-keys.ts';
import { chooseByKey, chooseFor } from './choose-option.tsx';
import { type ChooseReference, chooseOnlyReference, chooseReference, type Found } from './choose-reference.tsx';
import { blockHeight, FieldBlock, type FieldBlockProps } from './field-block.tsx';
import {
  type FormAction,
  type FormState,
  formReducer,
  fromFirstMissing,
  getChangedValues,
  getFormValues,
  listRequestedNames,
  moveWithin,
  startForm,
} from './form-state.ts';
import { acceptsText, type Draft, getControl, toEditedText } from './inputs.ts';

/** How long after the last key it is asked for, in ms. */
const pause = 250;
const nothing: readonly string[] = [];

/**
 * A preview of what sending a form would do, requested again when its values change; nothing where there is no preview. Until the
 * answer for the current values, the lines of the last one are empty, because figures of other values would mislead.
 */
function usePreview(
  prompt: ((values: Values, width: number) => Promise<readonly string[]>) | undefined,
  values: Values,
  width: number,
): readonly string[] {
  const [reported, setResult] = useState({ of: '', lines: nothing });
  const requested = useEvent(() => prompt?.(values, width) ?? Promise.resolve(nothing));
  const typed = prompt ? JSON.stringify(values) : '';
  useEffect(() => {
    if (typed === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      requested().then(
        (lines) => current && setResult({ of: typed, lines }),
        () => current && setResult({ of: typed, lines: nothing }),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed, requested]);
  return reported.of === typed ? reported.lines : reported.lines.map(() => '');
}

/** The result of sending a form: done, rejected by field, or continued on top of a newer record. */
export type Sent =
  | { readonly done: true }
  | { readonly done: false; readonly errors: FieldErrors; readonly rebase?: { start: Values; values: Values } };

export interface FormPageProps {
  readonly title: string;
  readonly fields: Fields;
  readonly order?: readonly string[];
  readonly values: Values;
  /** `save` guards changes until they are saved; `run` sends the input of an action; `create` starts at the first required field. */
  readonly purpose?: 'save' | 'create' | 'run';
  /** Stands over the fields: what it does. */
  readonly help?: string;
  /** It may hurt: no key but the one for it sends it. */
  readonly danger?: boolean;
  /** What sending would come to, as lines of so many columns; it fails where that cannot be told. */
  readonly preview?: (values: Values, width: number) => Promise<readonly string[]>;
  /** ISO 4217 code of the record that is acted on. */
  readonly currency?: string;
  /** Checks and sends; the form closes when it is done. */
  readonly send: (values: Values, changed: Values) => Promise<Sent>;
  readonly onDone: (saved: boolean) => void;
}

/** First block in sight, so that the active one is too. */
function firstVisible(heights: readonly number[], at: number, space: number): number {
  let start = at;
  let used = heights[at] ?? 0;
  while (start > 0 && used + (heights[start - 1] ?? 0) <= space) {
    start -= 1;
    used += heights[start] ?? 0;
  }
  return start;
}

function useSend(props: FormPageProps, state: FormState, dispatch: (action: FormAction) => void) {
  const { timeZone } = useTui();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const save = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const sent = await props.send(getFormValues(state, props.fields), getChangedValues(state, props.fields));
    sending.current = false;
    setBusy(false);
    if (sent.done) return props.onDone(true);
    if (sent.rebase) {
      dispatch({ type: 'restart', start: sent.rebase.start, fields: props.fields, timeZone });
      const fresh = startForm(props.fields, state.names, sent.rebase.values, timeZone);
      for (const name of state.names) dispatch({ type: 'set', name, draft: fresh.drafts[name] ?? null });
    }
    dispatch({ type: 'reject', errors: sent.errors });
  };
  return { busy, save };
}

interface FormKeys {
  readonly props: FormPageProps;
  readonly state: FormState;
  readonly dispatch: (action: FormAction) => void;
  readonly save: () => void;
  readonly learn: (name: string, found: Found) => void;
}

function useFormKeys({ props, state, dispatch, save, learn }: FormKeys) {
  const tui = useTui();
  const { fields } = props;
  const name = state.names[state.at] ?? '';
  const field = fields[name];
  const set = (draft: Draft) => dispatch({ type: 'set', name, draft });
  const { refer, giveUp } = useRefer(field, set, (found) => learn(name, found));
  const words = getTypedName(field, state.drafts[name]);
  const move = (by: 1 | -1) => {
    // The record of that name is taken if there is but one; what comes next is typed in the meantime.
    if (words !== '') void refer(words, chooseOnlyReference);
    dispatch({ type: 'move', by, fields });
  };
  const step = (by: 1 | -1) => {
    const moved = moveWithin(state, field, by);
    if (moved) set(moved);
    else move(by);
  };
  const leave = async () => {
    if (giveUp()) return;
    const dirty = props.purpose !== 'run' && Object.keys(getChangedValues(state, fields)).length > 0;
    if (!dirty || (await confirmByYes(tui, props.title, tui.t('tui.unsaved')))) props.onDone(false);
  };
  const choose = async () => {
    const found = await chooseFor(tui, fields, name, state.drafts[name] ?? null);
    if (found !== undefined) set(found);
  };
  const onChoice = (key: Key) => {
    const draft = state.drafts[name] ?? null;
    const next = chooseByKey(key, fields, name, draft, tui);
    if (next === undefined) void choose();
    else if (next !== draft) set(next);
  };
  const otherwise = (key: Key): boolean => {
    const lines = field !== undefined && getControl(field) === 'area';
    if (key.name === 'enter' && !lines) {
      if (field && 'options' in field) void choose();
      else if (words !== '') void refer(words);
      else if (name === listRequestedNames(state, fields).at(-1) && !props.danger) save();
      else dispatch({ type: 'move', by: 1, fields });
      return true;
    }
    if (key.name === 'ctrl-f') void refer('');
    else if (field && acceptsText(field)) dispatch({ type: 'press', key, field });
    else onChoice(key);
    return true;
  };
  useKeys(
    props.purpose === 'run' ? keymaps.actionForm : keymaps.form,
    {
      save: () => (words === '' ? save() : void refer(words)),
      next: (key) => (key.name === 'tab' ? move(1) : step(1)),
      previous: (key) => (key.name === 'up' ? step(-1) : move(-1)),
      back: () => void leave(),
    },
    { text: field !== undefined && acceptsText(field), fallback: otherwise },
  );
}

/** Lines of what stands over a form, at most. */
const maxHelpLines = 3;

/** A form over fields of any kinds. What is typed stays until it is saved or given up on purpose. */
export function FormPage(props: FormPageProps) {
  const { locale, t, timeZone, marks } = useTui();
  const { width, height } = useArea();
  const { fields } = props;
  const [state, dispatch] = useReducer(formReducer, null, () => {
    const start = startForm(fields, props.order ?? [], props.values, timeZone);
    return props.purpose === 'run' || props.purpose === 'create' ? fromFirstMissing(start, fields) : start;
  });
  const { busy, save } = useSend(props, state, dispatch);
  const { called, learn } = useCalled(fields, props.values, state.drafts);
  useFormKeys({ props, state, dispatch, save: () => void save(), learn });
  const labelWidth = Math.min(
    Math.floor(width / 3),
    Math.max(
      ...state.names.map((name) => measureWidth(localize(fields[name]?.label ?? { zh: '', en: '' }, locale)) + 2),
    ),
  );
  const atName = state.names[state.at] ?? '';
  const requested = listRequestedNames(state, fields);
  const blocks = requested.flatMap((name): (FieldBlockProps & { name: string })[] => {
    const field = fields[name];
    if (!field) return [];
    const errors = state.errors[name] ?? [];
    const draft = state.drafts[name] ?? null;
    return [
      { name, field, draft, errors, active: name === atName, called: called(name), labelWidth, width: width - 2 },
    ];
  });
  const help = props.help ? wrapText(props.help, width - 2, true).slice(0, maxHelpLines) : [];
  const below = height - 2 - help.length;
  const reported = usePreview(props.preview, getFormValues(state, fields), width - 2).slice(0, Math.floor(below / 2));
  const space = below - (reported.length > 0 ? reported.length + 1 : 0);
  const heights = blocks.map((block) => blockHeight(block, locale));
  const place = Math.max(0, requested.indexOf(atName));
  const start = firstVisible(heights, place, space);
  const isLong = heights.reduce((sum, one) => sum + one, 0) > space;
  const loose = Object.entries(state.errors).filter(([name]) => !fields[name]);
  const changed = props.purpose !== 'run' && Object.keys(getChangedValues(state, fields)).length > 0;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader
        title={props.title}
        note={[
          busy ? t('tui.saving') : changed ? `${marks.dot} ${t('tui.changed')}` : '',
          isLong ? `${place + 1}/${requested.length}` : '',
        ]
          .join('  ')
          .trim()}
      />
      <Box flexDirection="column" height={space + help.length} overflow="hidden" paddingX={1}>
        {help.length > 0 && (
          <Text>{help.map((line) => (props.danger ? applyTone(line, 'warn') : renderDim(line))).join('\n')}</Text>
        )}
        {loose.length > 0 && <Text>{applyTone(loose.flatMap(([, words]) => words).join(' '), 'bad')}</Text>}
        {blocks.slice(start).map(({ name, ...block }) => (
          <FieldBlock key={name} {...block} {...(props.currency ? { currency: props.currency } : {})} />
        ))}
      </Box>
      {reported.length > 0 && (
        <Box paddingX={1} height={reported.length + 1} flexDirection="column" overflow="hidden">
          <Text>{renderDim(marks.line.repeat(width - 2))}</Text>
          <Text>{reported.join('\n')}</Text>
        </Box>
      )}
    </Box>
  );
}

type Refer = (words: string, choose?: ChooseReference) => Promise<void>;

/** Looks for a record that a field may refer to, one search at a time; `giveUp` ends it, and says whether there was one. */
function useRefer(field: Field | undefined, set: (draft: Draft) => void, onFound: (found: Found) => void) {
  const tui = useTui();
  const looking = useRef<AbortController | null>(null);
  const refer: Refer = async (words, choose = chooseReference) => {
    if (field?.kind !== 'reference' || looking.current) return;
    const search = new AbortController();
    looking.current = search;
    const found = await choose(field, words, tui, search.signal);
    if (looking.current === search) looking.current = null;
    if (!found) return;
    onFound(found);
    set(createEditableText(String(found.id)));
    tui.notify(`${found.label} #${found.id}`);
  };
  const giveUp = () => {
    const was = looking.current;
    was?.abort();
    looking.current = null;
    return was !== null;
  };
  return { refer, giveUp };
}

/** The name that was typed where a record's number belongs; empty for a number, for nothing, and for every other field. */
function getTypedName(field: Field | undefined, draft: Draft | undefined): string {
  const words = field?.kind === 'reference' ? toEditedText(draft ?? null).value.trim() : '';
  return /^#?\d+$/.test(words) ? '' : words;
}

/** What the records are called that the fields of a form refer to: as the values say, or as they were found since. */
function useCalled(fields: Fields, values: Values, drafts: FormState['drafts']) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const keyOf = (name: string, id: string) => `${name} ${id}`;
  const called = (name: string): string => {
    if (fields[name]?.kind !== 'reference') return '';
    const id = toEditedText(drafts[name]).value.trim();
    const label = id !== '' && String(values[name] ?? '') === id ? values[`${name}Label`] : undefined;
    return found[keyOf(name, id)] ?? (typeof label === 'string' ? label : '');
  };
  const learn = (name: string, { id, label }: Found) =>
    setFound((known) => ({ ...known, [keyOf(name, String(id))]: label }));
  return { called, learn };
}
