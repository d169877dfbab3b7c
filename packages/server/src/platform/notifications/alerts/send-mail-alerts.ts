import type { Services } from '../../context/context.ts';
import { type MailDeps, sendMail } from '../mail/send-mail.ts';
import { canTry, deliver } from './alert-channel.ts';
import { type DueDeps, formatLines, listDueNotifications } from './due-alerts.ts';

type Deps = MailDeps & DueDeps & Pick<Services, 'log'>;

/** Sends the notifications of the message panel by email, when the settings say so. Failed sends are retried with backoff. */
export async function sendMailAlerts(deps: Deps): Promise<void> {
  const { alertsOn, alertTo, alertEvents } = await deps.settings.read('extensions', 'mail');
  if (!alertsOn || !alertTo?.length || !(await canTry(deps, 'mail'))) return;
  const { moment, site, notifications } = await listDueNotifications(deps, alertEvents ?? [], 'mailed_at');
  const [first] = notifications;
  if (!first) return;
  const more = notifications.length > 1 ? ` (+${notifications.length - 1})` : '';
  const subject = `[${site}] ${first.title}: ${first.subTitle}${more}`.slice(0, 200);
  const text = notifications.map(formatLines).join('\n\n');
  await deliver(deps, 'mail', notifications, moment, () => sendMail(deps, { to: alertTo, subject, text }));
}
