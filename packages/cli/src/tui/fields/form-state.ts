import { type Field, type FieldErrors, type Fields, getVisibleValues, isFieldVisible, type Values } from '@gantry/core';
import type { Key } from '../driver/key-hub.ts';
import { applyKey, createEditableText, type EditableText, moveLine } from '../parts/input/editable-text.ts';
import { acceptsText, type Draft, getControl, parseDraft, toDraft, toEditableText } from './inputs.ts';

/** The state of a form that is being filled in. */
export interface FormState {
  readonly names: readonly string[];
  /** Index of the active field in `names`. */
  readonly at: number;
  readonly drafts: Readonly<Record<string, Draft>>;
  /** The drafts as they were when the form was opened. */
  readonly start: Readonly<Record<string, Draft>>;
  readonly errors: FieldErrors;
  /** Whether the active field has not been changed since it became active: then typing replaces a number. */
  readonly untouched: boolean;
}

export type FormAction =
  | { readonly type: 'move'; readonly by: 1 | -1; readonly fields: Fields }
  | { readonly type: 'set'; readonly name: string; readonly draft: Draft }
  | { readonly type: 'press'; readonly key: Key; readonly field: Field }
  | { readonly type: 'reject'; readonly errors: FieldErrors }
  | { readonly type: 'restart'; readonly start: Values; readonly fields: Fields; readonly timeZone: string };

function toDrafts(fields: Fields, values: Values, timeZone: string): Record<string, Draft> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toDraft(values[name], field, timeZone)]),
  );
}

const isEmpty = (draft: Draft | undefined) =>
  draft === null || (isTextDraft(draft) && toEditableText(draft).value === '');
const isTextDraft = (draft: Draft | undefined) => typeof draft === 'object' && draft !== null && !Array.isArray(draft);

/** Activates the first required field without a value, or the first field when there is none. */
export function startAtFirstMissing(state: FormState, fields: Fields): FormState {
  const at = state.names.findIndex((name) => fields[name]?.required === true && isEmpty(state.drafts[name]));
  return { ...state, at: Math.max(0, at) };
}

export function startForm(fields: Fields, order: readonly string[], values: Values, timeZone: string): FormState {
  const drafts = toDrafts(fields, values, timeZone);
  const known = order.filter((name) => fields[name] !== undefined);
  const names = [...known, ...Object.keys(fields).filter((name) => !known.includes(name))];
  return { names, at: 0, drafts, start: drafts, errors: {}, untouched: true };
}

function setDraft(state: FormState, name: string, draft: Draft): FormState {
  const { [name]: _cleared, ...errors } = state.errors;
  return { ...state, drafts: { ...state.drafts, [name]: draft }, errors, untouched: false };
}

const replacesNumber = ({ kind }: Field) => kind === 'integer' || kind === 'money';

function applyKeyPress(state: FormState, key: Key, field: Field): FormState {
  const name = state.names[state.at];
  if (name === undefined || !acceptsText(field)) return state;
  const isReplaced = state.untouched && key.text !== '' && replacesNumber(field);
  const text = isReplaced ? createEditableText('') : toEditableText(state.drafts[name]);
  const area = getControl(field) === 'area';
  const next: EditableText | null =
    area && key.name === 'enter' ? applyKey(text, { name: 'text', text: '\n' }, true) : applyKey(text, key, area);
  return next ? setDraft(state, name, next) : state;
}

/** Stores the errors and activates the first field that has one, so that it is visible. */
function showErrors(state: FormState, errors: FieldErrors): FormState {
  const first = state.names.findIndex((name) => errors[name] !== undefined);
  return { ...state, errors, at: first < 0 ? state.at : first, untouched: true };
}

/** Names of the visible fields: those that apply to the current values, and those with errors. */
export function listVisibleNames(state: FormState, fields: Fields): string[] {
  const values = parseDrafts(state.names, state.drafts, fields);
  return state.names.filter((name) => {
    const field = fields[name];
    return field !== undefined && (isFieldVisible(field, fields, values) || state.errors[name] !== undefined);
  });
}

/** Activates the next or previous visible field; after the last one comes the first. */
function moveField(state: FormState, by: 1 | -1, fields: Fields): FormState {
  const requested = listVisibleNames(state, fields);
  const from = requested.indexOf(state.names[state.at] ?? '');
  const next = requested[(from + by + requested.length) % Math.max(1, requested.length)];
  return { ...state, at: Math.max(0, state.names.indexOf(next ?? '')), untouched: true };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'move':
      return moveField(state, action.by, action.fields);
    case 'set':
      return setDraft(state, action.name, action.draft);
    case 'press':
      return applyKeyPress(state, action.key, action.field);
    case 'reject':
      return showErrors(state, action.errors);
    case 'restart':
      return { ...state, start: toDrafts(action.fields, action.start, action.timeZone), errors: {} };
  }
}

/** Moves the cursor up or down within a multiline text; returns null at its first or last line and for other fields. */
export function moveWithin(state: FormState, field: Field | undefined, step: 1 | -1): Draft | null {
  const name = state.names[state.at];
  if (!field || name === undefined || getControl(field) !== 'area') return null;
  return moveLine(toEditableText(state.drafts[name]), step);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function parseDrafts(names: readonly string[], drafts: FormState['drafts'], fields: Fields): Values {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field ? [[name, parseDraft(drafts[name] ?? null, field)] as const] : [];
    }),
  );
}

/** All values of the form, by field. */
export function getFormValues({ names, drafts, start }: FormState, fields: Fields): Values {
  return getVisibleValues(fields, parseDrafts(names, drafts, fields), parseDrafts(names, start, fields));
}

/** The values that differ from those at the start, by field. */
export function getChangedValues(state: FormState, fields: Fields): Values {
  const before = getFormValues({ ...state, drafts: state.start }, fields);
  return Object.fromEntries(
    Object.entries(getFormValues(state, fields)).filter(([name, value]) => !isSame(value, before[name])),
  );
}
