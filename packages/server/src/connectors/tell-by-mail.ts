import { mailedEvents, resourceNamed, say } from '@gantry/core';
import type { Services } from '../context.ts';
import { createPanelWords, type PanelWord } from '../notifications/panel-words.ts';
import { TrialFailed } from '../outbound/index.ts';
import type { Row } from '../store/database.ts';
import { type MailNeeds, sendMail } from './send-mail.ts';

type Needs = MailNeeds & Pick<Services, 'database' | 'clock' | 'log' | 'catalogue'>;
type MailedEvent = keyof typeof mailedEvents;

const hour = 3_600_000;
/** What is older was told otherwise long since. */
const newEnough = 24 * hour;
const mostInOne = 50;

/** Matters of the message panel that are due for a mail: raised since the last one, which was an hour ago or more. */
async function dueMatters({ database, clock }: Needs, events: readonly MailedEvent[]): Promise<Row[]> {
  const now = clock();
  return database.read
    .selectFrom('notifications')
    .select(['id', 'event', 'params', 'happened', 'updated_at'])
    .where('event', 'in', [...events])
    .where('audience', '<>', 'person')
    .where('updated_at', '>', now - newEnough)
    .where((eb) =>
      eb.or([
        eb('mailed_at', 'is', null),
        eb.and([eb('mailed_at', '<=', now - hour), eb('mailed_at', '<', eb.ref('updated_at'))]),
      ]),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(mostInOne)
    .execute();
}

const isMailed = (event: string): event is MailedEvent => Object.hasOwn(mailedEvents, event);

/** Tells admins by mail what the message panel tells them, when the settings say so. What could not be sent is tried again. */
export async function tellByMail(needs: Needs): Promise<void> {
  const { database, settings, clock, log, catalogue } = needs;
  const { alertsOn, alertTo, alertEvents } = await settings.read('extensions', 'mail');
  const events = (alertEvents ?? []).filter(isMailed);
  if (!alertsOn || !alertTo?.length || events.length === 0) return;
  const due = await dueMatters(needs, events);
  if (due.length === 0) return;
  const { name, defaultLocale } = await settings.read('system', 'site');
  const t = createPanelWords()[defaultLocale];
  const lines = due.map((row) => {
    const given = JSON.parse(String(row.params)) as Record<string, string | number>;
    const resource = resourceNamed(catalogue, String(given.resource ?? ''));
    const named = resource ? { resource: say(resource.label, defaultLocale) } : {};
    const happened = Number(row.happened);
    const params = { ...given, ...named, number: happened, failed: happened, happened };
    const words = (part: string) => t(`panels.event.${String(row.event)}.${part}` as PanelWord, params);
    return `${words('title')}: ${words('subTitle')}\n${words('content')}`;
  });
  const [first = ''] = lines;
  const more = due.length > 1 ? ` (+${due.length - 1})` : '';
  try {
    const subject = `[${name}] ${first.split('\n')[0]}${more}`.slice(0, 200);
    await sendMail(needs, { to: alertTo, subject, text: lines.join('\n\n') });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.warn({ problem: error instanceof TrialFailed ? error.problem : error.name }, 'a mail to admins was not sent');
    return;
  }
  const ids = due.map(({ id }) => Number(id));
  await database.transaction((tx) =>
    tx.updateTable('notifications').set({ mailed_at: clock() }).where('id', 'in', ids).execute(),
  );
}
