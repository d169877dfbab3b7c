import {
  type AnyResource,
  ApiError,
  can,
  type FieldErrors,
  type Fields,
  formatRejection,
  type Locale,
  listTitleColumns,
  localize,
  type Rejection,
  snake,
  type Translate,
  toTableName,
} from '@gantry/core';
import type { Caller } from '../http/caller.ts';
import { createRecordReader } from '../store/columns.ts';
import { type Database, getId, type Reader, type Row, withNamedTables } from '../store/database.ts';
import { listBrokenFields, withKeys } from '../store/folded-keys.ts';

/** The language of an error message. */
interface Requester {
  readonly locale: Locale;
  readonly t: Translate;
}

/** Returns the same error for several fields. */
export function toRejections(
  fields: Fields,
  names: readonly string[],
  rejection: Rejection,
  { locale, t }: Requester,
): FieldErrors {
  return Object.fromEntries(
    names.map((name) => {
      const field = fields[name];
      return [name, [formatRejection(rejection, field ? localize(field.label, locale) : name, t)]];
    }),
  );
}

/** The holder of a unique value: a record by its name, a line of the same file, or null for a record without a name. */
export type Holder = { readonly record: string } | { readonly line: number } | null;

/** Maximum length of a message, so that a client may join several. */
const maxLength = 120;

/**
 * Returns the error for a unique value that is already taken. It is reported once: for the title, or else for the first writable
 * field.
 */
export function takenErrors(
  resource: Pick<AnyResource, 'fields' | 'title'>,
  names: readonly string[],
  holder: Holder,
  { locale, t }: Requester,
): FieldErrors {
  const [firstName, secondName] = names;
  if (firstName === undefined) return {};
  const getLabel = (name: string) => localize(resource.fields[name]?.label ?? { zh: name, en: name }, locale);
  const writableNames = names.filter((name) => resource.fields[name] && resource.fields[name].write !== 'never');
  const first = writableNames.find((name) => name === resource.title) ?? writableNames[0] ?? firstName;
  const fields = new Intl.ListFormat(locale, { type: 'unit' }).format(names.map(getLabel));
  const formatMessage = () => {
    if (holder !== null && 'line' in holder) return t('validation.takenByLine', { fields, line: holder.line });
    if (secondName !== undefined)
      return holder
        ? t('validation.takenTogetherBy', { fields, record: holder.record })
        : t('validation.takenTogether', { fields });
    const field = getLabel(firstName);
    return holder ? t('validation.takenBy', { field, record: holder.record }) : t('validation.taken', { field });
  };
  return { [first]: [formatMessage().slice(0, maxLength)] };
}

/** Returns the name of a record in an error: its title, when the caller may read it, and its id. */
function formatRecordName(resource: AnyResource, row: Row, caller: Caller): string {
  const [title] = listTitleColumns(resource, caller.actor.role);
  const value = title === undefined ? null : createRecordReader(resource, [title])(row)[title];
  const id = `#${getId(row)}`;
  return typeof value === 'string' && value !== '' ? `${[...value].slice(0, 40).join('')} (${id})` : id;
}

/** Returns the names of records by id, if the caller may list them. */
export async function findHolders(
  read: Reader,
  resource: AnyResource,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, Holder>> {
  if (ids.length === 0 || !can(caller.actor, resource, 'list')) return new Map();
  const columns = ['id', ...listTitleColumns(resource, caller.actor.role).map(snake)];
  const rows = await withNamedTables(read)
    .selectFrom(toTableName(resource.name))
    .select(columns)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [getId(row), { record: formatRecordName(resource, row, caller) }]));
}

/**
 * Returns the record that has these values in some columns; null when the caller may not list it, or when it is not committed
 * yet.
 */
async function findHolder(
  { read }: Database,
  resource: AnyResource,
  columns: readonly string[],
  values: Row,
  caller: Caller,
): Promise<Holder> {
  if (!can(caller.actor, resource, 'list')) return null;
  const keyed = withKeys(resource, values);
  const query = columns.reduce(
    (query, column) => {
      const value = keyed[column] ?? null;
      return value === null ? query.where(column, 'is', null) : query.where(column, '=', value);
    },
    withNamedTables(read).selectFrom(toTableName(resource.name)).select('id'),
  );
  const row = await query.limit(1).executeTakeFirst();
  const id = getId(row);
  return row ? ((await findHolders(read, resource, [id], caller)).get(id) ?? null) : null;
}

/** The written values and the caller; needed to name the conflicting record in the error. */
interface WrittenRecord {
  readonly values: Row;
  readonly caller: Caller;
}

/** Runs a write, and reports unique values that are already taken by field. */
export async function reportTakenOf<T>(
  database: Database,
  resource: AnyResource,
  requester: Requester,
  write: () => Promise<T>,
  written: WrittenRecord | null = null,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const violation = database.dialect.uniqueViolation(error);
    if (violation === null || violation.table !== toTableName(resource.name)) throw error;
    const names = listBrokenFields(resource, violation.columns);
    const holder = written
      ? await findHolder(database, resource, violation.columns, written.values, written.caller).catch(() => null)
      : null;
    throw new ApiError('invalid', { errors: takenErrors(resource, names, holder, requester) });
  }
}
