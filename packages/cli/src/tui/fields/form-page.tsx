import { type FieldErrors, type Fields, say, type Values } from '@gantry/core';
import { Box, Text } from 'ink';
import { useReducer, useRef, useState } from 'react';
import { widthOf } from '../../output/width.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { keymaps } from '../keymap.ts';
import { dim, toned } from '../parts/colours.ts';
import { agree } from '../parts/confirm.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import type { Key } from '../terminal/key.ts';
import { chooseFor, chosenBy } from './choose-option.tsx';
import { type Found, onlyReference } from './choose-reference.tsx';
import { blockHeight, FieldBlock, type FieldBlockProps } from './field-block.tsx';
import {
  askedNames,
  changedValues,
  type FormAction,
  type FormState,
  formReducer,
  formValues,
  fromFirstMissing,
  moveWithin,
  startForm,
} from './form-state.ts';
import { controlOf, type Draft, typesText } from './inputs.ts';
import { nameTyped, useCalled, useRefer } from './references.ts';
import { useOutlook } from './use-outlook.ts';

/** What came of sending a form: done, refused by field, or to be gone on with over a newer record. */
export type Sent =
  | { readonly done: true }
  | { readonly done: false; readonly errors: FieldErrors; readonly rebase?: { start: Values; values: Values } };

export interface FormPageProps {
  readonly title: string;
  readonly fields: Fields;
  readonly order?: readonly string[];
  readonly values: Values;
  /** Values of a record are saved, and guarded until they are; what an action asks for is only sent. What is new begins where it must be filled. */
  readonly purpose?: 'save' | 'create' | 'run';
  /** Stands over the fields: what it does. */
  readonly help?: string;
  /** It may hurt: no key but the one for it sends it. */
  readonly danger?: boolean;
  /** What sending would come to, as lines of so many columns; it fails where that cannot be told. */
  readonly outlook?: (values: Values, width: number) => Promise<readonly string[]>;
  /** ISO 4217 code of the record that is acted on. */
  readonly currency?: string;
  /** Checks and sends; the form closes when it is done. */
  readonly send: (values: Values, changed: Values) => Promise<Sent>;
  readonly onDone: (saved: boolean) => void;
}

/** First block in sight, so that the active one is too. */
function firstVisible(heights: readonly number[], at: number, room: number): number {
  let start = at;
  let used = heights[at] ?? 0;
  while (start > 0 && used + (heights[start - 1] ?? 0) <= room) {
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
    const sent = await props.send(formValues(state, props.fields), changedValues(state, props.fields));
    sending.current = false;
    setBusy(false);
    if (sent.done) return props.onDone(true);
    if (sent.rebase) {
      dispatch({ type: 'restart', start: sent.rebase.start, fields: props.fields, timeZone });
      const fresh = startForm(props.fields, state.names, sent.rebase.values, timeZone);
      for (const name of state.names) dispatch({ type: 'set', name, draft: fresh.drafts[name] ?? null });
    }
    dispatch({ type: 'refuse', errors: sent.errors });
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
  const words = nameTyped(field, state.drafts[name]);
  const move = (by: 1 | -1) => {
    // The record of that name is taken if there is but one; what comes next is typed in the meantime.
    if (words !== '') void refer(words, onlyReference);
    dispatch({ type: 'move', by, fields });
  };
  const step = (by: 1 | -1) => {
    const moved = moveWithin(state, field, by);
    if (moved) set(moved);
    else move(by);
  };
  const leave = async () => {
    if (giveUp()) return;
    const dirty = props.purpose !== 'run' && Object.keys(changedValues(state, fields)).length > 0;
    if (!dirty || (await agree(tui, props.title, tui.t('tui.unsaved')))) props.onDone(false);
  };
  const choose = async () => {
    const found = await chooseFor(tui, fields, name, state.drafts[name] ?? null);
    if (found !== undefined) set(found);
  };
  const onChoice = (key: Key) => {
    const draft = state.drafts[name] ?? null;
    const next = chosenBy(key, fields, name, draft, tui);
    if (next === undefined) void choose();
    else if (next !== draft) set(next);
  };
  const otherwise = (key: Key): boolean => {
    const lines = field !== undefined && controlOf(field) === 'area';
    if (key.name === 'enter' && !lines) {
      if (field && 'options' in field) void choose();
      else if (words !== '') void refer(words);
      else if (name === askedNames(state, fields).at(-1) && !props.danger) save();
      else dispatch({ type: 'move', by: 1, fields });
      return true;
    }
    if (key.name === 'ctrl-f') void refer('');
    else if (field && typesText(field)) dispatch({ type: 'press', key, field });
    else onChoice(key);
    return true;
  };
  useKeys(
    props.purpose === 'run' ? keymaps.ask : keymaps.form,
    {
      save: () => (words === '' ? save() : void refer(words)),
      next: (key) => (key.name === 'tab' ? move(1) : step(1)),
      previous: (key) => (key.name === 'up' ? step(-1) : move(-1)),
      back: () => void leave(),
    },
    { text: field !== undefined && typesText(field), otherwise },
  );
}

/** Lines of what stands over a form, at most. */
const mostHelpLines = 3;

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
    Math.max(...state.names.map((name) => widthOf(say(fields[name]?.label ?? { zh: '', en: '' }, locale)) + 2)),
  );
  const atName = state.names[state.at] ?? '';
  const asked = askedNames(state, fields);
  const blocks = asked.flatMap((name): (FieldBlockProps & { name: string })[] => {
    const field = fields[name];
    if (!field) return [];
    const errors = state.errors[name] ?? [];
    const draft = state.drafts[name] ?? null;
    return [
      { name, field, draft, errors, active: name === atName, called: called(name), labelWidth, width: width - 2 },
    ];
  });
  const help = props.help ? wrapText(props.help, width - 2, true).slice(0, mostHelpLines) : [];
  const below = height - 2 - help.length;
  const told = useOutlook(props.outlook, formValues(state, fields), width - 2).slice(0, Math.floor(below / 2));
  const room = below - (told.length > 0 ? told.length + 1 : 0);
  const heights = blocks.map((block) => blockHeight(block, locale));
  const place = Math.max(0, asked.indexOf(atName));
  const start = firstVisible(heights, place, room);
  const isLong = heights.reduce((sum, one) => sum + one, 0) > room;
  const loose = Object.entries(state.errors).filter(([name]) => !fields[name]);
  const changed = props.purpose !== 'run' && Object.keys(changedValues(state, fields)).length > 0;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHead
        title={props.title}
        note={[
          busy ? t('tui.saving') : changed ? `${marks.dot} ${t('tui.changed')}` : '',
          isLong ? `${place + 1}/${asked.length}` : '',
        ]
          .join('  ')
          .trim()}
      />
      <Box flexDirection="column" height={room + help.length} overflow="hidden" paddingX={1}>
        {help.length > 0 && (
          <Text>{help.map((line) => (props.danger ? toned(line, 'warn') : dim(line))).join('\n')}</Text>
        )}
        {loose.length > 0 && <Text>{toned(loose.flatMap(([, words]) => words).join(' '), 'bad')}</Text>}
        {blocks.slice(start).map(({ name, ...block }) => (
          <FieldBlock key={name} {...block} {...(props.currency ? { currency: props.currency } : {})} />
        ))}
      </Box>
      {told.length > 0 && (
        <Box paddingX={1} height={told.length + 1} flexDirection="column" overflow="hidden">
          <Text>{dim(marks.line.repeat(width - 2))}</Text>
          <Text>{told.join('\n')}</Text>
        </Box>
      )}
    </Box>
  );
}
