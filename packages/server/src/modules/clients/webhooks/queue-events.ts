import { type ServiceEvent, serviceEventKinds, webhookDelivery } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import type { ScheduledJob } from '../../../platform/jobs/scheduler.ts';
import type { Reader, Tx } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { createEventFeed, type EventFeed, placeOf, settledMs } from '../events/event-feed.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'audit'>;

const everyMs = 1_000;
/** The only row of `webhook_cursors`. */
const cursorId = 1;

/** Queues a delivery for each event and each enabled endpoint that subscribes to it. */
export function createWebhookQueueJob(deps: Deps): ScheduledJob {
  const { database } = deps;
  return {
    name: 'queue webhook deliveries',
    everyMs,
    watches: ['audit_seals', 'api_key_events', 'webhook_endpoints'],
    nextDue: () => findNextKeyEvent(database.read),
    run: () => queueWebhookEvents(deps),
  };
}

/**
 * Reads the event feed from where it ended last and queues what came since. The place and the deliveries are written together, so that
 * each event is queued once. Without an enabled endpoint no position is stored: events of that time are not delivered.
 */
export async function queueWebhookEvents(deps: Deps): Promise<void> {
  const feed = createEventFeed(deps);
  while (await queueNext(deps, feed));
}

/** Queues the next events. Returns whether more may follow. */
async function queueNext(deps: Deps, feed: EventFeed): Promise<boolean> {
  const { database, clock } = deps;
  const place = await readPlace(database.read);
  const enabled = await listEnabled(database.read);
  if (enabled.length === 0) {
    if (place !== null)
      await database.transaction((tx) => tx.deleteFrom('webhook_cursors').where('id', '=', cursorId).execute());
    return false;
  }
  if (place === null) {
    const first = { id: cursorId, place: await feed.now(), updated_at: clock() };
    await database.transaction((tx) =>
      tx
        .insertInto('webhook_cursors')
        .values(first)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    return false;
  }
  const wanted = serviceEventKinds.filter((kind) => enabled.some(({ events }) => events.includes(kind)));
  const { events, next, more } = await feed.after(place, wanted);
  if (next === place) return false;
  await database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_cursors')
      .set({ place: next, updated_at: clock() })
      .where('id', '=', cursorId)
      .where('place', '=', place)
      .executeTakeFirst();
    // Another process has queued them.
    if (Number(numUpdatedRows) === 1) await insertDeliveries(tx, deps, enabled, events);
  });
  return more;
}

/** How far events were queued; null while no endpoint is enabled. */
async function readPlace(read: Reader): Promise<string | null> {
  const cursor = await read.selectFrom('webhook_cursors').select('place').where('id', '=', cursorId).executeTakeFirst();
  return cursor?.place ?? null;
}

interface EnabledEndpoint {
  readonly id: number;
  readonly events: readonly string[];
  /** UTC ms. */
  readonly createdAt: number;
}

async function listEnabled(read: Reader): Promise<EnabledEndpoint[]> {
  const rows = await read
    .selectFrom('webhook_endpoints')
    .select(['id', 'events', 'created_at'])
    .where('status', '=', 'enabled')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    events: JSON.parse(row.events) as readonly string[],
    createdAt: row.created_at,
  }));
}

async function insertDeliveries(
  tx: Tx,
  { database, clock }: Deps,
  endpoints: readonly EnabledEndpoint[],
  events: readonly ServiceEvent[],
): Promise<void> {
  const now = clock();
  const rows = events.flatMap((event) => {
    const receivers = endpoints.filter(
      ({ events: kinds, createdAt }) => kinds.includes(event.event) && event.at >= createdAt,
    );
    if (receivers.length === 0) return [];
    const { id: eventId, event: type, at, ...data } = event;
    const payload = createWebhookPayload({ id: eventId, type, at, data });
    return receivers.map(({ id }) =>
      createDeliveryRow({ endpointId: id, event: type, eventId, payload, status: 'pending', nextAttemptAt: now }, now),
    );
  });
  if (rows.length > 0) await insertRecords(tx, database.dialect, webhookDelivery, rows);
}

interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** When it happened, in UTC ms. */
  readonly at: number;
  readonly data: object;
}

/** The body of a delivery. */
export function createWebhookPayload({ id, type, at, data }: WebhookEvent) {
  return { id, type, timestamp: new Date(at).toISOString(), data };
}

/** A row of `webhook_deliveries`; `values` are fields by name. */
export function createDeliveryRow(values: Readonly<Record<string, unknown>>, now: number) {
  return createRow(webhookDelivery, values, { by: null, at: now });
}

/** When the earliest event of a key that is not queued yet is reported; null if there is none or no endpoint subscribes to it. */
async function findNextKeyEvent(read: Reader): Promise<number | null> {
  const place = await readPlace(read);
  if (place === null) return null;
  const event = await read
    .selectFrom('api_key_events')
    .select('created_at')
    .where('id', '>', placeOf(place).key)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return event ? event.created_at + settledMs : null;
}
