import { type Field, type FieldErrors, type Fields, getRequestedValues, isRequested, type Values } from '@gantry/core';
import type { Key } from '../driver/key-hub.ts';
import { applyKey, createEditableText, type EditableText, moveLine } from '../parts/input/editable-text.ts';
import { acceptsText, type Draft, getControl, parseDraft, toDraft, toEditedText } from './inputs.ts';

/** A form that is being filled in: typed text is kept until it is saved or discarded. */
export interface FormState {
  readonly names: readonly string[];
  readonly at: number;
  readonly drafts: Readonly<Record<string, Draft>>;
  /** The drafts as they were when the form was opened. */
  readonly start: Readonly<Record<string, Draft>>;
  readonly errors: FieldErrors;
  /** The field is as it was when one came to it: what is typed at a number takes its place. */
  readonly untouched: boolean;
}

export type FormAction =
  | { readonly type: 'move'; readonly by: 1 | -1; readonly fields: Fields }
  | { readonly type: 'set'; readonly name: string; readonly draft: Draft }
  | { readonly type: 'press'; readonly key: Key; readonly field: Field }
  | { readonly type: 'reject'; readonly errors: FieldErrors }
  | { readonly type: 'restart'; readonly start: Values; readonly fields: Fields; readonly timeZone: string };

function draftsOf(fields: Fields, values: Values, timeZone: string): Record<string, Draft> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toDraft(values[name], field, timeZone)]),
  );
}

const isEmpty = (draft: Draft | undefined) => draft === null || (typesIn(draft) && toEditedText(draft).value === '');
const typesIn = (draft: Draft | undefined) => typeof draft === 'object' && draft !== null && !Array.isArray(draft);

/** The form from the first field on that must be filled and is not; from the first of all when there is none. */
export function fromFirstMissing(state: FormState, fields: Fields): FormState {
  const at = state.names.findIndex((name) => fields[name]?.required === true && isEmpty(state.drafts[name]));
  return { ...state, at: Math.max(0, at) };
}

export function startForm(fields: Fields, order: readonly string[], values: Values, timeZone: string): FormState {
  const drafts = draftsOf(fields, values, timeZone);
  const known = order.filter((name) => fields[name] !== undefined);
  const names = [...known, ...Object.keys(fields).filter((name) => !known.includes(name))];
  return { names, at: 0, drafts, start: drafts, errors: {}, untouched: true };
}

function withDraft(state: FormState, name: string, draft: Draft): FormState {
  const { [name]: _said, ...errors } = state.errors;
  return { ...state, drafts: { ...state.drafts, [name]: draft }, errors, untouched: false };
}

const replacesNumber = ({ kind }: Field) => kind === 'integer' || kind === 'money';

function pressed(state: FormState, key: Key, field: Field): FormState {
  const name = state.names[state.at];
  if (name === undefined || !acceptsText(field)) return state;
  const isReplaced = state.untouched && key.text !== '' && replacesNumber(field);
  const text = isReplaced ? createEditableText('') : toEditedText(state.drafts[name]);
  const area = getControl(field) === 'area';
  const next: EditableText | null =
    area && key.name === 'enter' ? applyKey(text, { name: 'text', text: '\n' }, true) : applyKey(text, key, area);
  return next ? withDraft(state, name, next) : state;
}

/** Goes to the first field that was rejected, so that it is in sight. */
function rejected(state: FormState, errors: FieldErrors): FormState {
  const first = state.names.findIndex((name) => errors[name] !== undefined);
  return { ...state, errors, at: first < 0 ? state.at : first, untouched: true };
}

/** Names of the fields that are asked for, and of those that were rejected. */
export function listRequestedNames(state: FormState, fields: Fields): string[] {
  const values = draftValues(state.names, state.drafts, fields);
  return state.names.filter((name) => {
    const field = fields[name];
    return field !== undefined && (isRequested(field, fields, values) || state.errors[name] !== undefined);
  });
}

/** The next or the last field that is asked for, round and round. */
function moved(state: FormState, by: 1 | -1, fields: Fields): FormState {
  const requested = listRequestedNames(state, fields);
  const from = requested.indexOf(state.names[state.at] ?? '');
  const next = requested[(from + by + requested.length) % Math.max(1, requested.length)];
  return { ...state, at: Math.max(0, state.names.indexOf(next ?? '')), untouched: true };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'move':
      return moved(state, action.by, action.fields);
    case 'set':
      return withDraft(state, action.name, action.draft);
    case 'press':
      return pressed(state, action.key, action.field);
    case 'reject':
      return rejected(state, action.errors);
    case 'restart':
      return { ...state, start: draftsOf(action.fields, action.start, action.timeZone), errors: {} };
  }
}

/** Up or down within a text of several lines; null where it ends, and the next field starts. */
export function moveWithin(state: FormState, field: Field | undefined, step: 1 | -1): Draft | null {
  const name = state.names[state.at];
  if (!field || name === undefined || getControl(field) !== 'area') return null;
  return moveLine(toEditedText(state.drafts[name]), step);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function draftValues(names: readonly string[], drafts: FormState['drafts'], fields: Fields): Values {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field ? [[name, parseDraft(drafts[name] ?? null, field)] as const] : [];
    }),
  );
}

/** All values of the form, by field. */
export function getFormValues({ names, drafts, start }: FormState, fields: Fields): Values {
  return getRequestedValues(fields, draftValues(names, drafts, fields), draftValues(names, start, fields));
}

/** Values that differ from those at the start. */
export function getChangedValues(state: FormState, fields: Fields): Values {
  const before = getFormValues({ ...state, drafts: state.start }, fields);
  return Object.fromEntries(
    Object.entries(getFormValues(state, fields)).filter(([name, value]) => !same(value, before[name])),
  );
}
