import type { Services } from '../../context.ts';
import { type MailNeeds, sendMail } from '../send-mail.ts';
import { mayTry } from './alert-pace.ts';
import { deliver } from './deliver.ts';
import { type DueNeeds, dueMatters, linesOf } from './due-matters.ts';

type Needs = MailNeeds & DueNeeds & Pick<Services, 'log'>;

/** Tells admins by mail what the message panel tells them, when the settings say so. What could not be sent is tried again, less and less often. */
export async function tellByMail(needs: Needs): Promise<void> {
  const { alertsOn, alertTo, alertEvents } = await needs.settings.read('extensions', 'mail');
  if (!alertsOn || !alertTo?.length || !(await mayTry(needs, 'mail'))) return;
  const { moment, site, matters } = await dueMatters(needs, alertEvents ?? [], 'mailed_at');
  const [first] = matters;
  if (!first) return;
  const more = matters.length > 1 ? ` (+${matters.length - 1})` : '';
  const subject = `[${site}] ${first.title}: ${first.subTitle}${more}`.slice(0, 200);
  const text = matters.map(linesOf).join('\n\n');
  await deliver(needs, 'mail', matters, moment, () => sendMail(needs, { to: alertTo, subject, text }));
}
