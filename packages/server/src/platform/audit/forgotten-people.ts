import { user } from '@gantry/core';
import type { Reader, Row } from '../store/database.ts';

/** What of a person goes with them when they are forgotten; their entries, orders and uses stay, by id alone. */
export const forgottenFields = [
  'nickname',
  'avatar',
  'email',
  'phone',
  'tags',
  'remark',
  'realName',
  'realNameMask',
  'idCard',
  'idCardMask',
  'idCardKey',
  'verified',
  'verifiedAt',
  'gender',
  'registerIp',
  'lastLoginIp',
  'banReason',
  'banUntil',
] as const;

/** The name goes as well: the record is given another one. */
const hidden: readonly string[] = ['username', ...forgottenFields];
/** Older entries have it in plain text. It is sealed since, and shown only to admins who confirm their identity. */
const sealed: readonly string[] = ['realName'];

/** An entry as far as it is shown. */
interface Shown {
  readonly id?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
}

const isValues = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const itemsOf = (values: unknown): Row[] =>
  isValues(values) && Array.isArray(values.items) ? values.items.filter(isValues) : [];

function without(values: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** One side of an entry, without the data of erased users, and without anyone's real name. */
function sideWithout(values: unknown, ownId: number | null, forgotten: ReadonlySet<number>): unknown {
  if (!isValues(values)) return values;
  const shownOf = (one: Row, id: unknown) => without(one, forgotten.has(Number(id)) ? hidden : sealed);
  const own = shownOf(values, ownId ?? Number.NaN);
  if (!Array.isArray(own.items)) return own;
  const items = own.items.map((item) => (isValues(item) ? shownOf(item, item.id) : item));
  return { ...own, items };
}

/** Which entries are about people, and about whom. */
async function peopleOf(read: Reader, ids: readonly number[]): Promise<Map<number, number | null>> {
  const rows = await read
    .selectFrom('audit_entries')
    .select(['id', 'resource_id'])
    .where('id', 'in', [...ids])
    .where('resource', '=', user.name)
    .execute();
  return new Map(rows.map((row) => [row.id, row.resource_id]));
}

/**
 * Entries as they are shown: without the values of users who have been erased since, and without real names. The rows themselves are
 * not changed, since each is signed.
 */
export async function hideErasedUsers<Entry extends Shown>(read: Reader, entries: readonly Entry[]): Promise<Entry[]> {
  const reported = entries.filter(({ before, after }) => isValues(before) || isValues(after));
  if (reported.length === 0) return [...entries];
  const about = await peopleOf(
    read,
    reported.map(({ id }) => Number(id)),
  );
  const named = reported.flatMap(({ id, before, after }) => {
    const own = about.get(Number(id));
    if (own === undefined) return [];
    return [...(own === null ? [] : [own]), ...[...itemsOf(before), ...itemsOf(after)].map((item) => Number(item.id))];
  });
  if (named.length === 0) return [...entries];
  const gone = await read
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'deleted')
    .where('id', 'in', [...new Set(named)])
    .execute();
  const forgotten = new Set(gone.map(({ id }) => id));
  return entries.map((entry) => {
    const own = about.get(Number(entry.id));
    if (own === undefined) return entry;
    const sides = (['before', 'after'] as const).filter((side) => side in entry);
    const shown = sides.map((side) => [side, sideWithout(entry[side], own, forgotten)] as const);
    return { ...entry, ...Object.fromEntries(shown) };
  });
}
