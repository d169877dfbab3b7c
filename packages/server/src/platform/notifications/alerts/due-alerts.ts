import { notifiableEvents } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { RowOf, Tx } from '../../store/database.ts';
import type { Notification } from '../notification-types.ts';
import { formatParams } from '../notify.ts';
import { createPanelWords, type PanelWord } from '../panel-words.ts';

export interface DueDeps extends Pick<Services, 'database' | 'clock' | 'catalogue'> {
  readonly settings: SettingsReader;
}

/** A notification of the message panel that is sent outside as well, in the site's language. */
export interface DueNotification {
  readonly id: number;
  readonly event: string;
  readonly severity: Notification['severity'];
  readonly title: string;
  readonly subTitle: string;
  readonly content: string;
  /** How often it has happened. */
  readonly happened: number;
  /** When last, in UTC ms. */
  readonly at: number;
  /** Where it is dealt with in the console; null while the site's address is not set. */
  readonly url: string | null;
}

/** What is due at a moment: once it is sent, `moment` is the time of sending. */
export interface Due {
  readonly moment: number;
  readonly site: string;
  readonly notifications: readonly DueNotification[];
}

/** Where the time of the last alert is stored, one row per channel. */
export type NotifiedColumn = 'mailed_at' | 'posted_at';

const hour = 3_600_000;
/** Older notifications are no longer sent as alerts. */
const newEnough = 24 * hour;
const maxPerMessage = 50;

/** Notifications that are due: raised since they were last sent on this channel, which was an hour ago or more; at most 50, the oldest first. */
export async function listDueNotifications(
  deps: DueDeps,
  wanted: readonly string[],
  column: NotifiedColumn,
): Promise<Due> {
  const moment = deps.clock();
  const events = wanted.filter((event) => Object.hasOwn(notifiableEvents, event));
  const rows = events.length === 0 ? [] : await dueRows(deps, events, column, moment);
  if (rows.length === 0) return { moment, site: '', notifications: [] };
  const site = await deps.settings.read('system', 'site');
  return { moment, site: site.name, notifications: rows.map((row) => toDueNotification(row, deps, site)) };
}

function dueRows(
  { database }: DueDeps,
  events: readonly string[],
  column: NotifiedColumn,
  now: number,
): Promise<DueRow[]> {
  return database.read
    .selectFrom('notifications')
    .select(['id', 'event', 'severity', 'params', 'route', 'happened', 'updated_at'])
    .where('event', 'in', [...events])
    .where('audience', '<>', 'person')
    .where('updated_at', '>', now - newEnough)
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

function toDueNotification(row: DueRow, { catalogue }: DueDeps, { url, defaultLocale }: Site): DueNotification {
  const t = createPanelWords()[defaultLocale];
  const given = JSON.parse(row.params) as Record<string, string | number>;
  const happened = row.happened;
  const params = { ...formatParams(given, catalogue, defaultLocale), number: happened, failed: happened, happened };
  const words = (part: string) => t(`panels.event.${row.event}.${part}` as PanelWord, params);
  return {
    id: row.id,
    event: row.event,
    severity: row.severity as Notification['severity'],
    title: words('title'),
    subTitle: words('subTitle'),
    content: words('content'),
    happened,
    at: row.updated_at,
    url: url && row.route ? `${url}${row.route}` : null,
  };
}

/** A notification as the lines that an email or a chat shows. */
export function formatLines({ title, subTitle, content, url }: DueNotification): string {
  return [`${title}: ${subTitle}`, content, ...(url ? [url] : [])].join('\n');
}

/** Marks notifications as sent, as of when they were read: what was raised since is due again. */
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
