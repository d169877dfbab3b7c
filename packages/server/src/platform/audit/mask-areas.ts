import { type Actor, type Catalogue, can, canUse, hasAllAreas } from '@gantry/core';
import type { Caller } from '../http/caller.ts';
import type { Reader, Row } from '../store/database.ts';
import { readTitles } from '../store/query/labels.ts';
import { hideErasedUsers } from './hide-erased-users.ts';

const mask = '***';

const isValues = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Masks values at any depth. The names of fields remain, so that a reader sees what was changed. */
function maskValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValues);
  if (!isValues(value)) return value === null || value === undefined ? value : mask;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskValues(inner)]));
}

/** Whether an admin may read the subject of an entry: records of a resource, or a page of settings. */
function canRead({ resources, settings }: Catalogue, actor: Actor, name: string): boolean {
  const resource = resources.find((one) => one.name === name);
  if (resource) return can(actor, resource, 'get') || can(actor, resource, 'list');
  const page = settings.find((one) => name.startsWith(`settings/${one.name}/`));
  return page ? canUse(actor, page) : hasAllAreas(actor);
}

/**
 * Returns the entries as an admin may read them. An admin with limited permissions reads who did what everywhere, but no values
 * of entries about other areas, since they may be personal.
 */
async function maskOtherAreas<Entry extends { readonly id?: unknown }>(
  read: Reader,
  catalogue: Catalogue,
  actor: Actor,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const sides = ['before', 'after', 'reason'] as const;
  const withValues = entries.filter((entry) => sides.some((side) => side in entry));
  if (hasAllAreas(actor) || withValues.length === 0) return [...entries];
  const rows = await read
    .selectFrom('audit_entries')
    .select(['id', 'resource'])
    .where(
      'id',
      'in',
      withValues.map(({ id }) => Number(id)),
    )
    .execute();
  const resourceById = new Map(rows.map(({ id, resource }) => [id, String(resource)]));
  return entries.map((entry) => {
    const name = resourceById.get(Number(entry.id));
    if (name === undefined || canRead(catalogue, actor, name)) return entry;
    const maskedSides = sides
      .filter((side) => side in entry)
      .map((side) => [side, maskValues(entry[side as keyof Entry])]);
    return { ...entry, ...Object.fromEntries(maskedSides) };
  });
}

/** Adds the titles of the records that entries are about, if they still exist and the caller may read them. */
async function addTitles(
  read: Reader,
  catalogue: Catalogue,
  { actor, locale }: Pick<Caller, 'actor' | 'locale'>,
  entries: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const ids = new Map<string, Set<number>>();
  for (const { resource, resourceId } of entries)
    if (typeof resource === 'string' && typeof resourceId === 'number')
      ids.set(resource, (ids.get(resource) ?? new Set()).add(resourceId));
  const titles = new Map<string, ReadonlyMap<number, string>>();
  for (const [name, recordIds] of ids)
    titles.set(name, await readTitles(read, catalogue, name, actor.role, [...recordIds], locale));
  return entries.map((entry) => {
    const title = titles.get(String(entry.resource))?.get(Number(entry.resourceId));
    return title ? { ...entry, resourceIdLabel: title } : entry;
  });
}

/**
 * Returns the presenter of audit entries: it removes data of erased users, adds titles, and masks values that the caller may not
 * read.
 */
export const createEntryPresenter =
  (catalogue: Catalogue) =>
  async (read: Reader, entries: readonly Record<string, unknown>[], caller: Pick<Caller, 'actor' | 'locale'>) => {
    const { actor } = caller;
    const visible = await maskOtherAreas(read, catalogue, actor, await hideErasedUsers(read, entries));
    const readable = {
      ...catalogue,
      resources: catalogue.resources.filter(({ name }) => canRead(catalogue, actor, name)),
    };
    return addTitles(read, readable, caller, visible);
  };
