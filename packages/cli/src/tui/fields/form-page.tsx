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
import { chooseByKey, chooseOptions } from './choose-option.tsx';
import {
  type ChooseReference,
  chooseOnlyReference,
  chooseReference,
  type ReferenceOption,
} from './choose-reference.tsx';
import { FieldBlock, type FieldBlockProps, measureBlock } from './field-block.tsx';
import {
  type FormAction,
  type FormState,
  formReducer,
  getChangedValues,
  getFormValues,
  listVisibleNames,
  moveWithin,
  startAtFirstMissing,
  startForm,
} from './form-state.ts';
import { acceptsText, type Draft, getControl, getNextSuggestion, toEditableText } from './inputs.ts';

/** How long after the last change a preview is requested, in ms. */
const previewDelayMs = 250;
const noLines: readonly string[] = [];

/**
 * The preview of a form, requested again when its values change; no lines for a form without one. Until the response for the
 * current values arrives, the lines are empty, because figures for earlier values would mislead.
 */
function usePreview(
  preview: ((values: Values, width: number) => Promise<readonly string[]>) | undefined,
  values: Values,
  width: number,
): readonly string[] {
  const [result, setResult] = useState({ of: '', lines: noLines });
  const requestPreview = useEvent(() => preview?.(values, width) ?? Promise.resolve(noLines));
  const valuesJson = preview ? JSON.stringify(values) : '';
  useEffect(() => {
    if (valuesJson === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      requestPreview().then(
        (lines) => current && setResult({ of: valuesJson, lines }),
        () => current && setResult({ of: valuesJson, lines: noLines }),
      );
    }, previewDelayMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [valuesJson, requestPreview]);
  return result.of === valuesJson ? result.lines : result.lines.map(() => '');
}

/** The result of submitting a form: done, rejected with errors by field, or continued on top of a newer version of the record. */
export type SubmitResult =
  | { readonly done: true }
  | { readonly done: false; readonly errors: FieldErrors; readonly rebase?: { start: Values; values: Values } };

export interface FormPageProps {
  readonly title: string;
  readonly fields: Fields;
  readonly order?: readonly string[];
  readonly values: Values;
  /**
   * `save` and `create` ask before unsaved changes are discarded; `run` sends the input of an action and does not ask. `create`
   * and `run` start at the first required field without a value.
   */
  readonly purpose?: 'save' | 'create' | 'run';
  /** Shown above the fields: what submitting the form does. */
  readonly help?: string;
  /** Whether the action is destructive: only the submit key sends it, not Enter in the last field. */
  readonly danger?: boolean;
  /** Resolves to a preview of the effects, as lines of at most `width` columns; rejects when there is none for the values. */
  readonly preview?: (values: Values, width: number) => Promise<readonly string[]>;
  /** ISO 4217 code of the record's amounts. */
  readonly currency?: string;
  /** Checks the values and sends them; the form closes when the result is done. */
  readonly send: (values: Values, changed: Values) => Promise<SubmitResult>;
  readonly onDone: (saved: boolean) => void;
}

/** The index of the first visible block, so that the active one is visible as well. */
function findFirstVisible(heights: readonly number[], at: number, space: number): number {
  let start = at;
  let used = heights[at] ?? 0;
  while (start > 0 && used + (heights[start - 1] ?? 0) <= space) {
    start -= 1;
    used += heights[start] ?? 0;
  }
  return start;
}

function useSubmit(props: FormPageProps, state: FormState, dispatch: (action: FormAction) => void) {
  const { timeZone } = useTui();
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const save = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    const result = await props.send(getFormValues(state, props.fields), getChangedValues(state, props.fields));
    isSending.current = false;
    setBusy(false);
    if (result.done) return props.onDone(true);
    if (result.rebase) {
      dispatch({ type: 'restart', start: result.rebase.start, fields: props.fields, timeZone });
      const rebased = startForm(props.fields, state.names, result.rebase.values, timeZone);
      for (const name of state.names) dispatch({ type: 'set', name, draft: rebased.drafts[name] ?? null });
    }
    dispatch({ type: 'reject', errors: result.errors });
  };
  return { busy, save };
}

interface FormKeys {
  readonly props: FormPageProps;
  readonly state: FormState;
  readonly dispatch: (action: FormAction) => void;
  readonly save: () => void;
  readonly rememberLabel: (name: string, found: ReferenceOption) => void;
}

function useFormKeys({ props, state, dispatch, save, rememberLabel }: FormKeys) {
  const tui = useTui();
  const { fields } = props;
  const name = state.names[state.at] ?? '';
  const field = fields[name];
  const set = (draft: Draft) => dispatch({ type: 'set', name, draft });
  const { findReference, cancelSearch } = useReferenceSearch(field, set, (found) => rememberLabel(name, found));
  const query = getTypedReference(field, state.drafts[name]);
  const move = (by: 1 | -1) => {
    // A name that matches only one record is resolved in the background; the user can continue typing in the next field.
    if (query !== '') void findReference(query, chooseOnlyReference);
    dispatch({ type: 'move', by, fields });
  };
  const step = (by: 1 | -1) => {
    const moved = moveWithin(state, field, by);
    if (moved) set(moved);
    else move(by);
  };
  const close = async () => {
    if (cancelSearch()) return;
    const dirty = props.purpose !== 'run' && Object.keys(getChangedValues(state, fields)).length > 0;
    if (!dirty || (await confirmByYes(tui, props.title, tui.t('tui.unsaved')))) props.onDone(false);
  };
  const choose = async () => {
    const found = await chooseOptions(tui, fields, name, state.drafts[name] ?? null);
    if (found !== undefined) set(found);
  };
  const handleChoiceKey = (key: Key) => {
    const draft = state.drafts[name] ?? null;
    const next = chooseByKey(key, fields, name, draft, tui);
    if (next === undefined) void choose();
    else if (next !== draft) set(next);
  };
  const handleOtherKey = (key: Key): boolean => {
    const isMultiline = field !== undefined && getControl(field) === 'area';
    if (key.name === 'enter' && !isMultiline) {
      if (field && 'options' in field) void choose();
      else if (query !== '') void findReference(query);
      else if (name === listVisibleNames(state, fields).at(-1) && !props.danger) save();
      else dispatch({ type: 'move', by: 1, fields });
      return true;
    }
    const suggested = key.name === 'right' ? getNextSuggestion(field, state.drafts[name], tui.locale) : null;
    if (suggested !== null) set(createEditableText(suggested));
    else if (key.name === 'ctrl-f') void findReference('');
    else if (field && acceptsText(field)) dispatch({ type: 'press', key, field });
    else handleChoiceKey(key);
    return true;
  };
  useKeys(
    props.purpose === 'run' ? keymaps.actionForm : keymaps.form,
    {
      save: () => (query === '' ? save() : void findReference(query)),
      next: (key) => (key.name === 'tab' ? move(1) : step(1)),
      previous: (key) => (key.name === 'up' ? step(-1) : move(-1)),
      back: () => void close(),
    },
    { text: field !== undefined && acceptsText(field), fallback: handleOtherKey },
  );
}

/** Maximum height of the help text above a form, in lines. */
const maxHelpLines = 3;

/** A form for fields of any kind. Input is kept until it is saved or the user confirms that it is discarded. */
export function FormPage(props: FormPageProps) {
  const { locale, t, timeZone, marks } = useTui();
  const { width, height } = useArea();
  const { fields } = props;
  const [state, dispatch] = useReducer(formReducer, null, () => {
    const start = startForm(fields, props.order ?? [], props.values, timeZone);
    return props.purpose === 'run' || props.purpose === 'create' ? startAtFirstMissing(start, fields) : start;
  });
  const { busy, save } = useSubmit(props, state, dispatch);
  const { getLabel, rememberLabel } = useReferenceLabels(fields, props.values, state.drafts);
  useFormKeys({ props, state, dispatch, save: () => void save(), rememberLabel });
  const labelWidth = Math.min(
    Math.floor(width / 3),
    Math.max(
      ...state.names.map((name) => measureWidth(localize(fields[name]?.label ?? { zh: '', en: '' }, locale)) + 2),
    ),
  );
  const activeName = state.names[state.at] ?? '';
  const visible = listVisibleNames(state, fields);
  const blocks = visible.flatMap((name): (FieldBlockProps & { name: string })[] => {
    const field = fields[name];
    if (!field) return [];
    const errors = state.errors[name] ?? [];
    const draft = state.drafts[name] ?? null;
    return [
      {
        name,
        field,
        draft,
        errors,
        active: name === activeName,
        recordLabel: getLabel(name),
        labelWidth,
        width: width - 2,
      },
    ];
  });
  const help = props.help ? wrapText(props.help, width - 2, true).slice(0, maxHelpLines) : [];
  const available = height - 2 - help.length;
  const preview = usePreview(props.preview, getFormValues(state, fields), width - 2).slice(
    0,
    Math.floor(available / 2),
  );
  const space = available - (preview.length > 0 ? preview.length + 1 : 0);
  const heights = blocks.map((block) => measureBlock(block, locale));
  const position = Math.max(0, visible.indexOf(activeName));
  const start = findFirstVisible(heights, position, space);
  const isLong = heights.reduce((sum, one) => sum + one, 0) > space;
  const otherErrors = Object.entries(state.errors).filter(([name]) => !fields[name]);
  const changed = props.purpose !== 'run' && Object.keys(getChangedValues(state, fields)).length > 0;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader
        title={props.title}
        note={[
          busy ? t('tui.saving') : changed ? `${marks.dot} ${t('tui.changed')}` : '',
          isLong ? `${position + 1}/${visible.length}` : '',
        ]
          .join('  ')
          .trim()}
      />
      <Box flexDirection="column" height={space + help.length} overflow="hidden" paddingX={1}>
        {help.length > 0 && (
          <Text>{help.map((line) => (props.danger ? applyTone(line, 'warn') : renderDim(line))).join('\n')}</Text>
        )}
        {otherErrors.length > 0 && (
          <Text>{applyTone(otherErrors.flatMap(([, messages]) => messages).join(' '), 'bad')}</Text>
        )}
        {blocks.slice(start).map(({ name, ...block }) => (
          <FieldBlock key={name} {...block} {...(props.currency ? { currency: props.currency } : {})} />
        ))}
      </Box>
      {preview.length > 0 && (
        <Box paddingX={1} height={preview.length + 1} flexDirection="column" overflow="hidden">
          <Text>{renderDim(marks.line.repeat(width - 2))}</Text>
          <Text>{preview.join('\n')}</Text>
        </Box>
      )}
    </Box>
  );
}

type FindReference = (query: string, choose?: ChooseReference) => Promise<void>;

/** Searches for records for a reference field, one search at a time. `cancelSearch` returns whether a search was running. */
function useReferenceSearch(
  field: Field | undefined,
  set: (draft: Draft) => void,
  onFound: (found: ReferenceOption) => void,
) {
  const tui = useTui();
  const currentSearch = useRef<AbortController | null>(null);
  const findReference: FindReference = async (query, choose = chooseReference) => {
    if (field?.kind !== 'reference' || currentSearch.current) return;
    const search = new AbortController();
    currentSearch.current = search;
    const found = await choose(field, query, tui, search.signal);
    if (currentSearch.current === search) currentSearch.current = null;
    if (!found) return;
    onFound(found);
    set(createEditableText(String(found.id)));
    tui.notify(`${found.label} #${found.id}`);
  };
  const cancelSearch = () => {
    const search = currentSearch.current;
    search?.abort();
    currentSearch.current = null;
    return search !== null;
  };
  return { findReference, cancelSearch };
}

/** The name that was typed into a reference field instead of an ID; empty for an ID, for no text and for other fields. */
function getTypedReference(field: Field | undefined, draft: Draft | undefined): string {
  const typed = field?.kind === 'reference' ? toEditableText(draft ?? null).value.trim() : '';
  return /^#?\d+$/.test(typed) ? '' : typed;
}

/**
 * Labels of the records that the reference fields of a form are set to: those of the initial values and of records found since.
 */
function useReferenceLabels(fields: Fields, values: Values, drafts: FormState['drafts']) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const getKey = (name: string, id: string) => `${name} ${id}`;
  const getLabel = (name: string): string => {
    if (fields[name]?.kind !== 'reference') return '';
    const id = toEditableText(drafts[name]).value.trim();
    const label = id !== '' && String(values[name] ?? '') === id ? values[`${name}Label`] : undefined;
    return found[getKey(name, id)] ?? (typeof label === 'string' ? label : '');
  };
  const rememberLabel = (name: string, { id, label }: ReferenceOption) =>
    setFound((known) => ({ ...known, [getKey(name, String(id))]: label }));
  return { getLabel, rememberLabel };
}
