import {
  type Field,
  type FieldKind,
  formatPlainMoney,
  formatPlainPercent,
  formatTime,
  type Locale,
  localize,
  parseValue,
} from '@gantry/core';
import { createEditableText, type EditableText } from '../parts/input/editable-text.ts';

/** The unsaved input of a field: text with a cursor, a boolean, one option or several options. */
export type Draft = EditableText | boolean | string | readonly string[] | null;

/** The input for a field kind: one line, a multiline area, a switch, one option, several options or none. */
export type Control = 'line' | 'hidden' | 'area' | 'switch' | 'choice' | 'choices' | 'none';

export interface InputFormat {
  readonly control: Control;
  /** Formats a value for typing, when `String(value)` is not suitable. */
  readonly format?: (value: unknown, timeZone: string, field: Field) => string;
}

const line: InputFormat = { control: 'line' };
const joinList = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '');
const inputs = {
  text: line,
  paragraph: { control: 'area' },
  markdown: { control: 'area' },
  integer: {
    control: 'line',
    format: (value, _timeZone, field) =>
      field.kind === 'integer' && field.notation === 'percent'
        ? `${formatPlainPercent(Number(value))}%`
        : String(value),
  },
  money: {
    control: 'line',
    format: (value, _timeZone, field) => formatPlainMoney(Number(value), field.kind === 'money' ? field : {}),
  },
  boolean: { control: 'switch' },
  choice: { control: 'choice' },
  choices: { control: 'choices' },
  state: { control: 'none' },
  reference: line,
  time: { control: 'line', format: (value, timeZone) => formatTime(Number(value), timeZone) },
  date: line,
  image: line,
  color: line,
  secret: { control: 'hidden' },
  tags: { control: 'line', format: joinList },
  json: { control: 'area', format: (value) => JSON.stringify(value, null, 2) },
} as const satisfies Record<FieldKind, InputFormat>;

export function getControl(field: Field): Control {
  return inputs[field.kind].control;
}

const isText = (control: Control) => control === 'line' || control === 'hidden' || control === 'area';
export const acceptsText = (field: Field) => isText(getControl(field));

/** Converts a stored value to a draft. */
export function toDraft(value: unknown, field: Field, timeZone: string): Draft {
  const space: InputFormat = inputs[field.kind];
  if (space.control === 'switch') return value === true;
  if (space.control === 'choices') return Array.isArray(value) ? value.map(String) : [];
  if (!isText(space.control)) return value === null || value === undefined ? null : String(value);
  if (value === null || value === undefined) return createEditableText('');
  return createEditableText(space.format?.(value, timeZone, field) ?? String(value));
}

const isEditableText = (draft: Draft): draft is EditableText =>
  typeof draft === 'object' && draft !== null && 'value' in draft;

/** The text of a draft; empty text for drafts that are not typed. */
export function toEditableText(draft: Draft | undefined): EditableText {
  return draft !== undefined && isEditableText(draft) ? draft : createEditableText('');
}

/** The suggestion that follows the draft; null for other text and for a field without suggestions. */
export function getNextSuggestion(field: Field | undefined, draft: Draft | undefined, locale: Locale): string | null {
  if (field?.kind !== 'text' || !field.suggestions) return null;
  const texts = field.suggestions.map((suggestion) => localize(suggestion, locale));
  const { value, cursor } = toEditableText(draft);
  if (cursor < value.length || (value !== '' && !texts.includes(value))) return null;
  return texts[(texts.indexOf(value) + 1) % texts.length] ?? null;
}

/** Whether spaces around the input are kept. They are for text, but not for numbers, times or references. */
const keepsWhitespace = (field: Field) => field.kind === 'text' || getControl(field) === 'area';

/** Converts a draft to a JSON value. Text that cannot be parsed is returned unchanged, so that the schema rejects it. */
export function parseDraft(draft: Draft, field: Field): unknown {
  if (Array.isArray(draft) && draft.length === 0) return null;
  if (!isEditableText(draft)) return draft;
  return parseValue(keepsWhitespace(field) ? draft.value : draft.value.trim(), field);
}
