import { type Actor, type Catalogue, can, canUse, hasAllAreas } from '@gantry/core';
import type { Caller } from '../http/caller.ts';
import type { Reader, Row } from '../store/database.ts';
import { readTitles } from '../store/query/labels.ts';
import { hideErasedUsers } from './forgotten-people.ts';

const masked = '***';

const isValues = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of fields stay, so that a reader sees what was changed; what they held does not, at any depth. */
function maskValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValues);
  if (!isValues(value)) return value === null || value === undefined ? value : masked;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskValues(inner)]));
}

/** Whether an admin may read the subject of an entry: records of a resource, or a page of settings. */
function mayRead({ resources, settings }: Catalogue, actor: Actor, name: string): boolean {
  const resource = resources.find((one) => one.name === name);
  if (resource) return can(actor, resource, 'get') || can(actor, resource, 'list');
  const page = settings.find((one) => name.startsWith(`settings/${one.name}/`));
  return page ? canUse(actor, page) : hasAllAreas(actor);
}

/**
 * Entries of the audit log as a reader may see them. Whoever is limited to some areas reads who did what everywhere, but of
 * other areas no value that an entry holds: it may be personal.
 */
async function maskOtherAreas<Entry extends { readonly id?: unknown }>(
  read: Reader,
  catalogue: Catalogue,
  actor: Actor,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const sides = ['before', 'after', 'reason'] as const;
  const announced = entries.filter((entry) => sides.some((side) => side in entry));
  if (hasAllAreas(actor) || announced.length === 0) return [...entries];
  const rows = await read
    .selectFrom('audit_entries')
    .select(['id', 'resource'])
    .where(
      'id',
      'in',
      announced.map(({ id }) => Number(id)),
    )
    .execute();
  const about = new Map(rows.map(({ id, resource }) => [id, String(resource)]));
  return entries.map((entry) => {
    const name = about.get(Number(entry.id));
    if (name === undefined || mayRead(catalogue, actor, name)) return entry;
    const own = sides.filter((side) => side in entry).map((side) => [side, maskValues(entry[side as keyof Entry])]);
    return { ...entry, ...Object.fromEntries(own) };
  });
}

/** Entries with the names of the records that they are about, where those are still there and the reader may read them. */
async function nameSubjects(
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
  for (const [name, some] of ids)
    titles.set(name, await readTitles(read, catalogue, name, actor.role, [...some], locale));
  return entries.map((entry) => {
    const title = titles.get(String(entry.resource))?.get(Number(entry.resourceId));
    return title ? { ...entry, resourceIdLabel: title } : entry;
  });
}

/**
 * How entries are shown: without what was erased of users, with the names of their subjects, and masked for whoever may not read what
 * they are about.
 */
export const entriesShown =
  (catalogue: Catalogue) =>
  async (read: Reader, entries: readonly Record<string, unknown>[], caller: Pick<Caller, 'actor' | 'locale'>) => {
    const { actor } = caller;
    const shown = await maskOtherAreas(read, catalogue, actor, await hideErasedUsers(read, entries));
    const readable = {
      ...catalogue,
      resources: catalogue.resources.filter(({ name }) => mayRead(catalogue, actor, name)),
    };
    return nameSubjects(read, readable, caller, shown);
  };
