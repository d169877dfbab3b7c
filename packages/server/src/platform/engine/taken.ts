import {
  type AnyResource,
  ApiError,
  can,
  type FieldErrors,
  type Fields,
  formatRejection,
  type Locale,
  localize,
  type Rejection,
  snake,
  type Translate,
  tableName,
  titleColumns,
} from '@gantry/core';
import type { Caller } from '../http/caller.ts';
import { recordReader } from '../store/columns.ts';
import { type Database, getId, type Reader, type Row, withNamedTables } from '../store/database.ts';
import { listBrokenFields, withKeys } from '../store/folded-keys.ts';

/** In whose language something is rejected. */
interface Requester {
  readonly locale: Locale;
  readonly t: Translate;
}

/** One rejection of some fields. */
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

/** What has a key already: a record by its name, a line of the same file, or a record that is not named. */
export type Holder = { readonly record: string } | { readonly line: number } | null;

/** The longest that a rejection may be, so that a client may join several. */
const maxLength = 120;

/** The rejection of a key that another record has. It is reported once: on the title, or else on the first field that people write. */
export function takenErrors(
  resource: Pick<AnyResource, 'fields' | 'title'>,
  names: readonly string[],
  holder: Holder,
  { locale, t }: Requester,
): FieldErrors {
  const [only, another] = names;
  if (only === undefined) return {};
  const labelOf = (name: string) => localize(resource.fields[name]?.label ?? { zh: name, en: name }, locale);
  const written = names.filter((name) => resource.fields[name] && resource.fields[name].write !== 'never');
  const first = written.find((name) => name === resource.title) ?? written[0] ?? only;
  const fields = new Intl.ListFormat(locale, { type: 'unit' }).format(names.map(labelOf));
  const words = () => {
    if (holder !== null && 'line' in holder) return t('validation.takenByLine', { fields, line: holder.line });
    if (another !== undefined)
      return holder
        ? t('validation.takenTogetherBy', { fields, record: holder.record })
        : t('validation.takenTogether', { fields });
    const field = labelOf(only);
    return holder ? t('validation.takenBy', { field, record: holder.record }) : t('validation.taken', { field });
  };
  return { [first]: [words().slice(0, maxLength)] };
}

/** How a record is named in a rejection: its title, when the caller may read that, and its number. */
function nameOf(resource: AnyResource, row: Row, caller: Caller): string {
  const [title] = titleColumns(resource, caller.actor.role);
  const value = title === undefined ? null : recordReader(resource, [title])(row)[title];
  const id = `#${getId(row)}`;
  return typeof value === 'string' && value !== '' ? `${[...value].slice(0, 40).join('')} (${id})` : id;
}

/** Names of records by id, for a caller who may list them. */
export async function holdersOf(
  read: Reader,
  resource: AnyResource,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, Holder>> {
  if (ids.length === 0 || !can(caller.actor, resource, 'list')) return new Map();
  const columns = ['id', ...titleColumns(resource, caller.actor.role).map(snake)];
  const rows = await withNamedTables(read)
    .selectFrom(tableName(resource.name))
    .select(columns)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [getId(row), { record: nameOf(resource, row, caller) }]));
}

/** The record that has these values in some columns; null when the caller may not list it, or it is not there to be read yet. */
async function holderOf(
  { read }: Database,
  resource: AnyResource,
  columns: readonly string[],
  values: Row,
  caller: Caller,
): Promise<Holder> {
  if (!can(caller.actor, resource, 'list')) return null;
  const keyed = withKeys(resource, values);
  const found = columns.reduce(
    (query, column) => {
      const value = keyed[column] ?? null;
      return value === null ? query.where(column, 'is', null) : query.where(column, '=', value);
    },
    withNamedTables(read).selectFrom(tableName(resource.name)).select('id'),
  );
  const row = await found.limit(1).executeTakeFirst();
  const id = getId(row);
  return row ? ((await holdersOf(read, resource, [id], caller)).get(id) ?? null) : null;
}

/** What is written, and who asks: with it, a rejection names the record that is in the way. */
interface Written {
  readonly values: Row;
  readonly caller: Caller;
}

/** Runs a write of a record; what another one has already, and no two may, is reported by field. */
export async function reportTakenOf<T>(
  database: Database,
  resource: AnyResource,
  requester: Requester,
  write: () => Promise<T>,
  written: Written | null = null,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const broken = database.dialect.uniqueViolation(error);
    if (broken === null || broken.table !== tableName(resource.name)) throw error;
    const names = listBrokenFields(resource, broken.columns);
    const holder = written
      ? await holderOf(database, resource, broken.columns, written.values, written.caller).catch(() => null)
      : null;
    throw new ApiError('invalid', { errors: takenErrors(resource, names, holder, requester) });
  }
}
