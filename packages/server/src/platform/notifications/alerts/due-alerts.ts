import { notifiableEvents } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { RowOf, Tx } from '../../store/database.ts';
import type { Notification } from '../notification-types.ts';
import { formatParams } from '../notify.ts';
import { createPanelWords, type PanelWord } from '../panel-words.ts';

export interface DueAlertDeps extends Pick<Services, 'database' | 'clock' | 'catalogue'> {
  readonly settings: SettingsReader;
}

/** A notification that is sent as an alert, in the site's language. */
export interface DueNotification {
  readonly id: number;
  readonly event: string;
  readonly severity: Notification['severity'];
  readonly title: string;
  readonly subTitle: string;
  readonly content: string;
  /** Number of occurrences. */
  readonly happened: number;
  /** Time of the last occurrence, in UTC ms. */
  readonly at: number;
  /** URL of the page in the console that handles it; null without a site URL. */
  readonly url: string | null;
}

/** The alerts that are due; `moment` becomes the time of sending. */
export interface DueAlerts {
  readonly moment: number;
  readonly site: string;
  readonly notifications: readonly DueNotification[];
}

/** Column with the time of the last alert, one per channel. */
export type NotifiedColumn = 'mailed_at' | 'posted_at';

const hour = 3_600_000;
/** Older notifications are no longer sent as alerts. */
const maxAgeMs = 24 * hour;
const maxPerMessage = 50;

/**
 * Returns the notifications that are due: raised since they were last sent on this channel, at least an hour ago; at most 50,
 * oldest first.
 */
export async function listDueNotifications(
  deps: DueAlertDeps,
  selectedEvents: readonly string[],
  column: NotifiedColumn,
): Promise<DueAlerts> {
  const moment = deps.clock();
  const events = selectedEvents.filter((event) => Object.hasOwn(notifiableEvents, event));
  const rows = events.length === 0 ? [] : await readDueRows(deps, events, column, moment);
  if (rows.length === 0) return { moment, site: '', notifications: [] };
  const site = await deps.settings.read('system', 'site');
  return { moment, site: site.name, notifications: rows.map((row) => toDueNotification(row, deps, site)) };
}

function readDueRows(
  { database }: DueAlertDeps,
  events: readonly string[],
  column: NotifiedColumn,
  now: number,
): Promise<DueRow[]> {
  return database.read
    .selectFrom('notifications')
    .select(['id', 'event', 'severity', 'params', 'route', 'happened', 'updated_at'])
    .where('event', 'in', [...events])
    .where('audience', '<>', 'person')
    .where('updated_at', '>', now - maxAgeMs)
    .where((eb) =>
      eb.or([eb(column, 'is', null), eb.and([eb(column, '<=', now - hour), eb(column, '<', eb.ref('updated_at'))])]),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(maxPerMessage)
    .execute();
}

interface Site {
  readonly url: string | null;
  readonly defaultLocale: 'zh-CN' | 'en-US';
}

type DueRow = Pick<
  RowOf<'notifications'>,
  'id' | 'event' | 'severity' | 'params' | 'route' | 'happened' | 'updated_at'
>;

function toDueNotification(row: DueRow, { catalogue }: DueAlertDeps, { url, defaultLocale }: Site): DueNotification {
  const t = createPanelWords()[defaultLocale];
  const storedParams = JSON.parse(row.params) as Record<string, string | number>;
  const happened = row.happened;
  const params = {
    ...formatParams(storedParams, catalogue, defaultLocale),
    number: happened,
    failed: happened,
    happened,
  };
  const translatePart = (part: string) => t(`panels.event.${row.event}.${part}` as PanelWord, params);
  return {
    id: row.id,
    event: row.event,
    severity: row.severity as Notification['severity'],
    title: translatePart('title'),
    subTitle: translatePart('subTitle'),
    content: translatePart('content'),
    happened,
    at: row.updated_at,
    url: url && row.route ? `${url}${row.route}` : null,
  };
}

/** Formats a notification as the lines of an email or chat message. */
export function formatLines({ title, subTitle, content, url }: DueNotification): string {
  return [`${title}: ${subTitle}`, content, ...(url ? [url] : [])].join('\n');
}

/** Marks notifications as sent at the time they were read, so that later occurrences are due again. */
export async function markNotified(
  tx: Tx,
  notifications: readonly DueNotification[],
  column: NotifiedColumn,
  moment: number,
): Promise<void> {
  const ids = notifications.map(({ id }) => id);
  await tx
    .updateTable('notifications')
    .set({ [column]: moment })
    .where('id', 'in', ids)
    .execute();
}
