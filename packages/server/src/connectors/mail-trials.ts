import { say } from '@gantry/core';
import { trial } from '../outbound/index.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { connectMail, type MailNeeds, sendMail } from './send-mail.ts';

const words = {
  subject: { zh: ' 测试邮件', en: ': a test mail' },
  text: { zh: '收到这封邮件，说明邮件设置可用。', en: 'That you read this means that the mail settings work.' },
} as const;

/** Test mails, in the language of whoever asks for one. */
export function mailTrials(needs: MailNeeds): SettingsTrials {
  return {
    'extensions/mail/connect': () =>
      trial(async () => {
        await connectMail(needs);
        return {};
      }),
    'extensions/mail/send': ({ to }, { locale }) =>
      trial(async () => {
        const { name } = await needs.settings.read('system', 'site');
        const subject = `${name}${say(words.subject, locale)}`;
        await sendMail(needs, { to: [String(to)], subject, text: say(words.text, locale) });
        return {};
      }),
  };
}
