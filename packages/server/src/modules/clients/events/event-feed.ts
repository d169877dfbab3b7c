import {
  aiModel,
  allowWord,
  apiKey,
  bannedWord,
  currencyPack,
  type EventSubscribeAnswer,
  modelPrice,
  notice,
  powerPack,
  redemption,
  type ServiceEvent,
  type ServiceEventKind,
  user,
  userMembership,
  vipPlan,
} from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { type Database, type RowOf, withNamedTables } from '../../../platform/store/database.ts';
import { contentSources } from '../../content/index.ts';

const contents = Object.values(contentSources).map(({ resource }) => [resource.name, 'content.changed'] as const);

/** What a change of a resource means to a service. */
const kinds: Readonly<Record<string, ServiceEventKind>> = {
  ...Object.fromEntries(contents),
  [bannedWord.name]: 'lexicon.changed',
  [allowWord.name]: 'lexicon.changed',
  [aiModel.name]: 'model.changed',
  [modelPrice.name]: 'model.changed',
  [apiKey.name]: 'key.changed',
  [vipPlan.name]: 'product.changed',
  [currencyPack.name]: 'product.changed',
  [powerPack.name]: 'product.changed',
  [notice.name]: 'notice.changed',
  [user.name]: 'user.changed',
  [userMembership.name]: 'user.changed',
  [redemption.name]: 'user.changed',
};

/** Resources whose changes are reported to services. */
const watched: readonly string[] = Object.keys(kinds);

function getEventKind(resource: string, action: string): ServiceEventKind {
  if (resource.startsWith('settings/')) return 'settings.changed';
  if (resource === user.name && action === 'ban') return 'user.banned';
  if (resource === redemption.name && action === 'reverse') return 'redemption.reversed';
  return kinds[resource] ?? 'content.changed';
}

/** The changes of the platform in order, as reported to its services. */
export interface EventFeed {
  /** The position after which all later events follow. */
  now(): Promise<string>;
  /** The events after a position, oldest first, up to another position or to now. */
  after(since: string, kinds: readonly ServiceEventKind[] | null, to?: string): Promise<EventSubscribeAnswer>;
}

/** Maximum number of events from each source in one answer. */
const atOnce = 200;
/** Records of a set that are named one by one, at most. */
const maxListed = 500;
/**
 * Events of keys get their ids before they are committed. They are reported after this time, in ms, when no earlier one can
 * appear any more.
 */
export const settledMs = 5_000;

/**
 * The last entry of the audit log by its position in the chain, and the last event of a key, that were reported, in a database restored
 * at a time, or never.
 */
interface Place {
  /** Ids of entries do not do: a smaller one may be committed later. */
  readonly change: number;
  readonly key: number;
  readonly restored: number;
}

export function placeOf(text: string): Place {
  const [change = '0', key = '0', restored = '0'] = text.split('-');
  return { change: Number(change), key: Number(key), restored: Number(restored) };
}

const getText = ({ change, key, restored }: Place) =>
  restored === 0 ? `${change}-${key}` : `${change}-${key}-${restored}`;

/**
 * Whether a position no longer exists, because a backup was restored meanwhile, or the database was set back by other means. Ids are
 * used again there, so nothing is known to have come after it. The start is a position in any database.
 */
function isNowhere(from: Place, to: Place): boolean {
  if (from.change === 0 && from.key === 0) return false;
  return from.restored !== to.restored || from.change > to.change;
}

type FeedDeps = Pick<Services, 'database' | 'clock' | 'audit'>;

/** The end of all that was reported, and an entry of the audit log that has no position yet. */
async function readEnd({ database: { read }, clock }: FeedDeps): Promise<Place & { readonly waiting: number | null }> {
  const keyEvents = read.selectFrom('api_key_events').where('created_at', '<=', clock() - settledMs);
  const row = await read
    .selectFrom('session_epochs')
    .select([
      'restored_at as restored',
      read.selectFrom('audit_heads').select('audit_heads.count').where('audit_heads.id', '=', 1).as('change'),
      read.selectFrom('audit_queue').select('entry_id').limit(1).as('waiting'),
      keyEvents.select(({ fn }) => fn.max('id').as('id')).as('key'),
    ])
    .where('id', '=', 1)
    .executeTakeFirst();
  const { change = 0, key = 0, restored = 0, waiting = null } = row ?? {};
  return { change: change ?? 0, key: key ?? 0, restored: restored ?? 0, waiting };
}

/** The end of all that is committed now: what waits for its position gets it first. */
async function readPlaceNow(deps: FeedDeps): Promise<Place> {
  const end = await readEnd(deps);
  if (end.waiting === null) return end;
  // Where nothing can be sealed now, the changes are reported later, in their order.
  await deps.audit.seal().catch(() => undefined);
  return readEnd(deps);
}

/**
 * Reads changes from the chain of the audit log, in which every change has its position, and automatic changes of keys from their
 * events. Stores nothing, so any server process can answer for all of them.
 */
export function createEventFeed(deps: FeedDeps): EventFeed {
  const { database } = deps;
  const readNow = () => readPlaceNow(deps);
  const readChanges = (from: number, to: number) =>
    database.read
      .selectFrom('audit_seals as seal')
      .innerJoin('audit_entries as log', 'log.id', 'seal.entry_id')
      .select(['seal.id as position', 'log.id', 'log.resource', 'log.resource_id', 'log.action', 'log.count'])
      .select('log.created_at')
      .where('seal.id', '>', from)
      .where('seal.id', '<=', to)
      .where('log.result', '=', 'ok')
      .where((where) => where.or([where('log.resource', 'in', watched), where('log.resource', 'like', 'settings/%')]))
      .orderBy('seal.id')
      .limit(atOnce)
      .execute();
  const keyEvents = (from: number, to: number) =>
    database.read
      .selectFrom('api_key_events')
      .select(['id', 'key_id', 'to_state', 'created_at'])
      .where('id', '>', from)
      .where('id', '<=', to)
      .orderBy('id')
      .limit(atOnce)
      .execute();
  return {
    now: async () => getText(await readNow()),
    async after(since, kinds, until) {
      const [from, to] = [placeOf(since), until === undefined ? await readNow() : placeOf(until)];
      if (isNowhere(from, to)) return { events: [], next: getText(to), more: false, reset: true };
      const [changed, ofKeys] = [await readChanges(from.change, to.change), await keyEvents(from.key, to.key)];
      const isWanted = (event: ServiceEventKind) => kinds === null || kinds.includes(event);
      const reported: ServiceEvent[] = [];
      let place = { ...from, restored: to.restored };
      for (const row of changed) {
        place = { ...place, change: row.position };
        const event = getEventKind(row.resource ?? '', row.action ?? '');
        if (isWanted(event)) reported.push(await changeEvent(database, row, { id: getText(place), event }));
      }
      for (const row of ofKeys) {
        place = { ...place, key: row.id };
        if (isWanted('key.changed')) reported.push(getKeyEvent(row, getText(place)));
      }
      const more = changed.length === atOnce || ofKeys.length === atOnce;
      // Nothing between the last reported event and the end is an event.
      const next = {
        change: changed.length === atOnce ? place.change : Math.max(from.change, to.change),
        key: ofKeys.length === atOnce ? place.key : Math.max(from.key, to.key),
        restored: to.restored,
      };
      return { events: reported, next: getText(next), more, reset: false };
    },
  };
}

type ChangeRow = Pick<RowOf<'audit_logs'>, 'id' | 'resource' | 'action' | 'resource_id' | 'count' | 'created_at'>;

async function changeEvent(
  database: Pick<Database, 'read'>,
  row: ChangeRow,
  reported: Pick<ServiceEvent, 'id' | 'event'>,
): Promise<ServiceEvent> {
  const resource = row.resource ?? '';
  const ids = await getIds(database, row);
  const userIds = await getPeople(database, resource, ids);
  return { ...reported, resource, ids, userIds, action: row.action ?? '', at: row.created_at ?? 0 };
}

function getKeyEvent(
  row: Pick<RowOf<'api_key_events'>, 'to_state' | 'created_at' | 'key_id'>,
  id: string,
): ServiceEvent {
  const action = row.to_state ?? '';
  const at = row.created_at;
  return { id, event: 'key.changed', resource: 'apiKey', ids: [row.key_id], userIds: null, action, at };
}

/** The record of a change, or those of a set. The values of a set may be large, so they are read row by row and not retained. */
async function getIds({ read }: Pick<Database, 'read'>, row: ChangeRow): Promise<readonly number[] | null> {
  if (row.resource_id !== null) return [row.resource_id];
  if ((row.count ?? 0) > maxListed || (row.resource ?? '').startsWith('settings/')) return null;
  const values = read
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('id', '=', row.id ?? 0);
  return readNamedIds(await values.executeTakeFirst());
}

/** Tables of records that belong to a user. */
const belongings: Readonly<Record<string, string>> = {
  [userMembership.name]: 'user_memberships',
  [redemption.name]: 'redemptions',
};

/** The users to whom records belong; null when that is unknown, or when they belong to no user. */
async function getPeople(
  { read }: Pick<Database, 'read'>,
  resource: string,
  ids: readonly number[] | null,
): Promise<readonly number[] | null> {
  if (resource === user.name) return ids;
  const table = belongings[resource];
  if (!table || ids === null) return null;
  const rows = await withNamedTables(read)
    .selectFrom(table)
    .select('user_id')
    .distinct()
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => Number(row.user_id)).sort((one, other) => one - other);
}

/** The records of a set, read from its stored values. */
function readNamedIds(row: Pick<RowOf<'audit_entries'>, 'after' | 'before'> | undefined): readonly number[] | null {
  const ids = [row?.after, row?.before].flatMap(getItems);
  return ids.length === 0 ? null : [...new Set(ids)];
}

function getItems(written: unknown): number[] {
  const values: unknown = typeof written === 'string' ? JSON.parse(written) : null;
  const items = typeof values === 'object' && values !== null && 'items' in values ? values.items : null;
  if (!Array.isArray(items)) return [];
  return items.map((item: { readonly id?: unknown }) => Number(item.id)).filter(Number.isSafeInteger);
}
