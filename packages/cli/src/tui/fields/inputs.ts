import { type Field, type FieldKind, formatPlainMoney, formatPlainPercent, formatTime, parseValue } from '@gantry/core';
import { createEditableText, type EditableText } from '../parts/input/editable-text.ts';

/** What is being typed or chosen for a field: a text with its cursor, a yes or no, some options. */
export type Draft = EditableText | boolean | string | readonly string[] | null;

/** How a kind is typed in: one line, several, a switch, one of some options, several of them, or not at all. */
export type Control = 'line' | 'hidden' | 'area' | 'switch' | 'choice' | 'choices' | 'none';

export interface InputSpace {
  readonly control: Control;
  /** A value as it is typed, when that differs from how it is written plainly. */
  readonly typed?: (value: unknown, timeZone: string, field: Field) => string;
}

const line: InputSpace = { control: 'line' };
const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '');
const inputs = {
  text: line,
  paragraph: { control: 'area' },
  markdown: { control: 'area' },
  integer: {
    control: 'line',
    typed: (value, _timeZone, field) =>
      field.kind === 'integer' && field.notation === 'percent'
        ? `${formatPlainPercent(Number(value))}%`
        : String(value),
  },
  money: {
    control: 'line',
    typed: (value, _timeZone, field) => formatPlainMoney(Number(value), field.kind === 'money' ? field : {}),
  },
  boolean: { control: 'switch' },
  choice: { control: 'choice' },
  choices: { control: 'choices' },
  state: { control: 'none' },
  reference: line,
  time: { control: 'line', typed: (value, timeZone) => formatTime(Number(value), timeZone) },
  date: line,
  image: line,
  color: line,
  secret: { control: 'hidden' },
  tags: { control: 'line', typed: list },
  json: { control: 'area', typed: (value) => JSON.stringify(value, null, 2) },
} as const satisfies Record<FieldKind, InputSpace>;

export function getControl(field: Field): Control {
  return inputs[field.kind].control;
}

const isText = (control: Control) => control === 'line' || control === 'hidden' || control === 'area';
export const acceptsText = (field: Field) => isText(getControl(field));

/** A value as something to go on typing at. */
export function toDraft(value: unknown, field: Field, timeZone: string): Draft {
  const space: InputSpace = inputs[field.kind];
  if (space.control === 'switch') return value === true;
  if (space.control === 'choices') return Array.isArray(value) ? value.map(String) : [];
  if (!isText(space.control)) return value === null || value === undefined ? null : String(value);
  if (value === null || value === undefined) return createEditableText('');
  return createEditableText(space.typed?.(value, timeZone, field) ?? String(value));
}

const isEdited = (draft: Draft): draft is EditableText =>
  typeof draft === 'object' && draft !== null && 'value' in draft;

/** The text of a draft, for those that are typed. */
export function toEditedText(draft: Draft | undefined): EditableText {
  return draft !== undefined && isEdited(draft) ? draft : createEditableText('');
}

/** Text is kept as it was typed; around a number, a time or a reference space says nothing. */
const keepsSpace = (field: Field) => field.kind === 'text' || getControl(field) === 'area';

/** A draft as a JSON value; text that cannot be read is left for the schema to reject. */
export function parseDraft(draft: Draft, field: Field): unknown {
  if (Array.isArray(draft) && draft.length === 0) return null;
  if (!isEdited(draft)) return draft;
  return parseValue(keepsSpace(field) ? draft.value : draft.value.trim(), field);
}
