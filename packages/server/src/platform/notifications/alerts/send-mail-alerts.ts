import type { Services } from '../../context/context.ts';
import { type MailDeps, sendMail } from '../mail/send-mail.ts';
import { deliver, isRetryAllowed } from './alert-channel.ts';
import { type DueAlertDeps, formatLines, listDueNotifications } from './due-alerts.ts';

type Deps = MailDeps & DueAlertDeps & Pick<Services, 'log'>;

/** Sends due notifications by email if the settings enable it. Failed sends are retried with backoff. */
export async function sendMailAlerts(deps: Deps): Promise<void> {
  const { alertsOn, alertTo, alertEvents } = await deps.settings.read('extensions', 'mail');
  if (!alertsOn || !alertTo?.length || !(await isRetryAllowed(deps, 'mail'))) return;
  const { moment, site, notifications } = await listDueNotifications(deps, alertEvents ?? [], 'mailed_at');
  const [first] = notifications;
  if (!first) return;
  const more = notifications.length > 1 ? ` (+${notifications.length - 1})` : '';
  const subject = `[${site}] ${first.title}: ${first.subTitle}${more}`.slice(0, 200);
  const text = notifications.map(formatLines).join('\n\n');
  await deliver(deps, 'mail', notifications, moment, () => sendMail(deps, { to: alertTo, subject, text }));
}
