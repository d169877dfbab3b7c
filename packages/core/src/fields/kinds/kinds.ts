import * as z from 'zod/mini';
import type { Field, FieldKind, LocalizedText } from '../../definition/index.ts';
import { booleanKind } from './boolean.ts';
import { choiceKind, choicesKind, isDistinct, parseList, stateKind } from './choice.ts';
import { colorKind } from './color.ts';
import { dateKind, timeKind } from './date.ts';
import type { Extra, FieldKindDefinition, FormatContext } from './field-kind.ts';
import { integerKind, moneyKind } from './integer.ts';
import { referenceKind } from './reference.ts';
import { createLineSchema, createStringSchema, isStorable, markdownKind, paragraphKind, textKind } from './text.ts';

/** A JSON field that the database does not query; at most 65,536 characters of JSON. */
export function json<const O extends Extra<'json'>>(label: LocalizedText, options?: O) {
  return { kind: 'json', label, ...(options as O) } as const;
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** Whether a value can be stored. An empty field is null in the database, so null is not a JSON value. */
function isStorableJson(value: unknown): boolean {
  if (value === null) return false;
  const written = JSON.stringify(value);
  return written !== undefined && written.length <= 65_536 && isStorable(written);
}

const jsonKind: FieldKindDefinition<'json'> = {
  kind: 'json',
  filter: 'none',
  schema: () => z.unknown().check(z.refine(isStorableJson, 'json')),
  format: (value) => JSON.stringify(value),
  parse: parseJson,
};

/** A field with a list of short texts, without duplicates. */
export function tags<const O extends Extra<'tags'>>(label: LocalizedText, options?: O) {
  return { kind: 'tags', label, ...(options as O) } as const;
}

const tagsKind: FieldKindDefinition<'tags'> = {
  kind: 'tags',
  filter: 'in',
  schema: (field) =>
    z
      .array(createLineSchema(1, 255), 'type')
      .check(z.maxLength(field.maxItems ?? 50, 'tooMany'), z.refine(isDistinct, 'duplicate')),
  format: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  parse: parseList,
};

/** A secret field, such as a password or a key. It is never read back. */
export function secret<const O extends Extra<'secret'>>(label: LocalizedText, options?: O) {
  return { kind: 'secret', label, read: 'never', ...(options as O) } as const;
}

/** Masks a secret: the first 3 and last 4 characters remain, or none when the value is shorter than 16. */
export function maskSecret(value: string): string {
  return value.length < 16 ? '***' : `${value.slice(0, 3)}***${value.slice(-4)}`;
}

const secretKind: FieldKindDefinition<'secret'> = {
  kind: 'secret',
  filter: 'none',
  schema: (field) => createStringSchema(field.min ?? 1, field.max ?? 4096),
  format: (value) => String(value),
  parse: (given) => given,
};

/** An image field. It holds the path of an uploaded image on the server. */
export function image<const O extends Extra<'image'>>(label: LocalizedText, options?: O) {
  return { kind: 'image', label, ...(options as O) } as const;
}

/** `/files/<32 hex digits>.<png|jpg|gif|webp>`. Images are never loaded from elsewhere. */
export const imagePath = /^\/files\/[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/;

const imageKind: FieldKindDefinition<'image'> = {
  kind: 'image',
  filter: 'none',
  schema: () => z.string('type').check(z.regex(imagePath, 'image')),
  format: (value) => String(value),
  parse: (given) => given.trim(),
};

/** All field kinds. A new kind is a compile error here and in the corresponding map of each client. */
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

/** Returns the behavior of a field's kind, for code that handles every kind. */
export function getFieldKind(field: Field): FieldKindDefinition<FieldKind> {
  return kinds[field.kind] as unknown as FieldKindDefinition<FieldKind>;
}

/** Formats a value for a reader. An empty value becomes an empty string. */
export function formatValue(value: unknown, field: Field, context: FormatContext): string {
  return value === null || value === undefined ? '' : getFieldKind(field).format(value, field, context);
}

/**
 * Parses an entered text as a JSON value. An empty text becomes null.
 * @param timeZone the time zone of the site, for times without a zone; default: that of this machine
 */
export function parseValue(given: string, field: Field, timeZone?: string): unknown {
  const zone = () => timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return given === '' ? null : getFieldKind(field).parse(given, field, zone);
}
