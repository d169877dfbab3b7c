import { user } from '@gantry/core';
import type { Reader, Row } from '../store/database.ts';

/** Fields of a user that are erased with the user. Audit entries, orders and usage remain, by id only. */
export const erasedFields = [
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

/** The username is erased, too: the record gets another one. */
const erasedNames: readonly string[] = ['username', ...erasedFields];
/**
 * Older entries contain the real name in plain text. It is encrypted since, and shown only to admins who confirm their identity.
 */
const alwaysHidden: readonly string[] = ['realName'];

/** The part of an entry that is hidden. */
interface HideableEntry {
  readonly id?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
}

const isValues = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const listItems = (values: unknown): Row[] =>
  isValues(values) && Array.isArray(values.items) ? values.items.filter(isValues) : [];

function omitFields(values: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** Removes the data of erased users, and every real name, from one side of an entry. */
function hideInSide(values: unknown, ownId: number | null, erasedIds: ReadonlySet<number>): unknown {
  if (!isValues(values)) return values;
  const hideIn = (one: Row, id: unknown) => omitFields(one, erasedIds.has(Number(id)) ? erasedNames : alwaysHidden);
  const own = hideIn(values, ownId ?? Number.NaN);
  if (!Array.isArray(own.items)) return own;
  const items = own.items.map((item) => (isValues(item) ? hideIn(item, item.id) : item));
  return { ...own, items };
}

/** Returns the user ids of the entries that are about users. */
async function findUserIds(read: Reader, ids: readonly number[]): Promise<Map<number, number | null>> {
  const rows = await read
    .selectFrom('audit_entries')
    .select(['id', 'resource_id'])
    .where('id', 'in', [...ids])
    .where('resource', '=', user.name)
    .execute();
  return new Map(rows.map((row) => [row.id, row.resource_id]));
}

/**
 * Returns entries without the values of users who have been erased since, and without real names. The rows themselves are not
 * changed, since each is signed.
 */
export async function hideErasedUsers<Entry extends HideableEntry>(
  read: Reader,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const withValues = entries.filter(({ before, after }) => isValues(before) || isValues(after));
  if (withValues.length === 0) return [...entries];
  const userIds = await findUserIds(
    read,
    withValues.map(({ id }) => Number(id)),
  );
  const mentionedIds = withValues.flatMap(({ id, before, after }) => {
    const own = userIds.get(Number(id));
    if (own === undefined) return [];
    return [
      ...(own === null ? [] : [own]),
      ...[...listItems(before), ...listItems(after)].map((item) => Number(item.id)),
    ];
  });
  if (mentionedIds.length === 0) return [...entries];
  const erasedRows = await read
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'deleted')
    .where('id', 'in', [...new Set(mentionedIds)])
    .execute();
  const erasedIds = new Set(erasedRows.map(({ id }) => id));
  return entries.map((entry) => {
    const own = userIds.get(Number(entry.id));
    if (own === undefined) return entry;
    const sides = (['before', 'after'] as const).filter((side) => side in entry);
    const visible = sides.map((side) => [side, hideInSide(entry[side], own, erasedIds)] as const);
    return { ...entry, ...Object.fromEntries(visible) };
  });
}
