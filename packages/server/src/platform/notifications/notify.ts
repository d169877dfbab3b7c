import { type Catalogue, findResource, jobKinds, jobProblems, type Locale, localize } from '@gantry/core';
import { sql } from 'kysely';
import type { Clock } from '../context/context.ts';
import type { Tx } from '../store/database.ts';
import type { Notification } from './notification-types.ts';

/**
 * Writes a notification, in the transaction of the event. An existing notification with the same key is raised: its count
 * increases, it gets the new parameters and becomes unread for everyone.
 * @param times number of occurrences
 */
export async function notify(tx: Tx, clock: Clock, notification: Notification, times = 1): Promise<void> {
  const { audience } = notification;
  const isOne = typeof audience === 'object';
  const now = clock();
  await tx
    .insertInto('notifications')
    .values({
      type: notification.type,
      event: notification.event,
      severity: notification.severity,
      audience: isOne ? 'person' : audience,
      admin_id: isOne ? audience.adminId : null,
      dedupe_key: notification.dedupeKey,
      happened: times,
      params: JSON.stringify(notification.params),
      route: notification.route,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('dedupe_key').doUpdateSet({
        happened: sql`notifications.happened + excluded.happened`,
        params: sql`excluded.params`,
        route: sql`excluded.route`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute();
}

type Params = Readonly<Record<string, string | number>>;

/** Returns the parameters of a notification in the reader's language. Entities, jobs and failures are stored by name. */
export function formatParams(params: Params, catalogue: Catalogue, locale: Locale): Params {
  const resource = findResource(catalogue, String(params.resource ?? ''));
  const job = Object.entries(jobKinds).find(([kind]) => kind === params.job)?.[1];
  const why = Object.entries(jobProblems).find(([name]) => name === params.why)?.[1];
  return {
    ...params,
    ...(resource ? { resource: localize(resource.label, locale) } : {}),
    ...(job ? { job: localize(job, locale) } : {}),
    ...(job && why ? { why: localize(why, locale) } : {}),
  };
}
