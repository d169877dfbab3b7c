import type { Field, FieldKind } from '../../definition/index.ts';
import { booleanKind } from './boolean.ts';
import { choiceKind } from './choice.ts';
import { choicesKind } from './choices.ts';
import { colorKind } from './color.ts';
import { dateKind } from './date.ts';
import type { FieldKindDefinition, FormatContext } from './field-kind.ts';
import { imageKind } from './image.ts';
import { integerKind } from './integer.ts';
import { jsonKind } from './json.ts';
import { markdownKind } from './markdown.ts';
import { moneyKind } from './money.ts';
import { paragraphKind } from './paragraph.ts';
import { referenceKind } from './reference.ts';
import { secretKind } from './secret.ts';
import { stateKind } from './state.ts';
import { tagsKind } from './tags.ts';
import { textKind } from './text.ts';
import { timeKind } from './time.ts';

/** Every field kind; a new kind is a compile error here and in the map of each face. */
const kinds: { readonly [K in FieldKind]: FieldKindDefinition<K> } = {
  text: textKind,
  paragraph: paragraphKind,
  markdown: markdownKind,
  integer: integerKind,
  money: moneyKind,
  boolean: booleanKind,
  choice: choiceKind,
  choices: choicesKind,
  state: stateKind,
  reference: referenceKind,
  time: timeKind,
  date: dateKind,
  image: imageKind,
  color: colorKind,
  secret: secretKind,
  tags: tagsKind,
  json: jsonKind,
};

/** The room of a field's kind, for code that does not know which it is. */
export function getFieldKind(field: Field): FieldKindDefinition<FieldKind> {
  return kinds[field.kind] as unknown as FieldKindDefinition<FieldKind>;
}

/** A value as a person reads it; empty is an empty string. */
export function formatValue(value: unknown, field: Field, context: FormatContext): string {
  return value === null || value === undefined ? '' : getFieldKind(field).format(value, field, context);
}

/** A typed word as a JSON value; an empty one is null. */
export function parseValue(given: string, field: Field): unknown {
  return given === '' ? null : getFieldKind(field).parse(given, field);
}
