import type { ZodMiniType } from 'zod/mini';
import { type Field, type Fields, type Locale, localize } from '../definition/index.ts';
import type { Params, Translate } from '../i18n/index.ts';
import { formatPlainPercent } from './kinds/integer.ts';
import { createFieldsSchema, type Values } from './record-schema.ts';

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: Record<string, string[]> };

interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  /** The accepted values, when the field is a choice. */
  readonly values?: readonly unknown[];
  /** For a union, the issues of each variant, with paths relative to this issue. */
  readonly errors?: readonly (readonly Issue[])[];
}

const known = [
  'required',
  'type',
  'unknown',
  'tooShort',
  'tooLong',
  'tooSmall',
  'tooBig',
  'integer',
  'pattern',
  'option',
  'time',
  'date',
  'color',
  'image',
  'tooMany',
  'duplicate',
  'taken',
  'reference',
  'otherKind',
  'control',
  'invalid',
  'boolean',
  'number',
  'money',
  'json',
  'range',
  'retype',
  'idempotencyKey',
  'tooDeep',
  'forbiddenKey',
] as const;
/** Why a value is rejected: a key of the validation messages. */
export type Rejection = (typeof known)[number];

function toRejection(message: string): Rejection {
  return known.find((key) => key === message) ?? 'invalid';
}

/** Returns the message for a rejected field, at most 120 characters, so that clients can join several. */
export function formatRejection(rejection: Rejection, label: string, t: Translate, params: Params = {}): string {
  return t(`validation.${rejection}`, { field: label, ...params }).slice(0, 120);
}

function getLabel(name: string, fields: Fields, locale: Locale): string {
  const field = fields[name];
  return field ? localize(field.label, locale) : name.slice(0, 40);
}

/** For a union, returns the issues of the variant with the fewest, so that messages refer to fields. */
function getIssues(issue: Issue): readonly Issue[] {
  const [nearest] = [...(issue.errors ?? [])].sort((one, other) => one.length - other.length);
  if (!nearest?.length) return [issue];
  return nearest.flatMap((inner) => getIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Joins as many option names as leave space for the text around them. */
function joinOptions(names: readonly unknown[]): string {
  const all = names.join(' / ');
  if (all.length <= 70) return all;
  const end = all.lastIndexOf(' / ', 66);
  return `${all.slice(0, end < 0 ? 66 : end)} / …`;
}

function getParams(issue: Issue, field: Field | undefined): Params {
  const options = field && 'options' in field ? Object.keys(field.options) : (issue.values ?? []);
  const isShare = field?.kind === 'integer' && field.notation === 'percent';
  const formatBound = (value: number | bigint | undefined) =>
    isShare ? `${formatPlainPercent(Number(value))}%` : String(value ?? '');
  return { min: formatBound(issue.minimum), max: formatBound(issue.maximum), options: joinOptions(options) };
}

/** Whether a required value is absent or null. It is then reported as required, not as a wrong type. */
function isMissing(issue: Issue, input: unknown): boolean {
  let value: unknown = input;
  for (const step of issue.path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return value === null || value === undefined;
}

/**
 * Validates input against a schema and returns all errors by field in the language of the caller, in the form of `errors` in the
 * API. An unknown key is rejected under its own name.
 */
export function check<T>(
  schema: ZodMiniType<T>,
  input: unknown,
  fields: Fields,
  locale: Locale,
  t: Translate,
): Checked<T> {
  const result = schema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const errors = new Map<string, string[]>();
  const add = (name: string, words: string) => errors.set(name, [...(errors.get(name) ?? []), words]);
  for (const issue of (result.error.issues as readonly Issue[]).flatMap(getIssues)) {
    for (const key of issue.keys ?? []) add(key, t('validation.unknown', { field: key.slice(0, 40) }));
    if (issue.keys) continue;
    const name = issue.path.length > 0 ? issue.path.map(String).join('.') : 'body';
    const field = fields[name] ?? fields[String(issue.path.at(-1))] ?? fields[String(issue.path[0])];
    const fieldName = fields[name] ? name : String(issue.path.find((step) => fields[String(step)]) ?? name);
    const rejection = isMissing(issue, input) ? 'required' : toRejection(issue.message);
    const label = issue.path.length > 0 ? getLabel(fieldName, fields, locale) : t('validation.fullBody');
    add(name, formatRejection(rejection, label, t, getParams(issue, field)));
  }
  return { ok: false, errors: Object.fromEntries(errors) };
}

/** Validates what a user entered into a form. Fields that were left empty are omitted. */
export function checkInput(fields: Fields, entered: Values, locale: Locale, t: Translate): Checked<Values> {
  const given = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== null));
  return check(createFieldsSchema(fields), given, fields, locale, t);
}
