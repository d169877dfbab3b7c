import { localize } from '@gantry/core';
import { runConnectionTest } from '../../outbound/index.ts';
import type { SettingsTests } from '../../settings/try-settings.ts';
import { connectMail, type MailDeps, sendMail } from './send-mail.ts';

const words = {
  subject: { zh: ' 测试邮件', en: ': test email' },
  text: { zh: '收到这封邮件，说明邮件设置可用。', en: 'This is a test message. The email settings are working.' },
} as const;

/** Test mails, in the language of whoever asks for one. */
export function createMailTests(deps: MailDeps): SettingsTests {
  return {
    'extensions/mail/connect': () =>
      runConnectionTest(async () => {
        await connectMail(deps);
        return {};
      }),
    'extensions/mail/send': ({ to }, { locale }) =>
      runConnectionTest(async () => {
        const { name } = await deps.settings.read('system', 'site');
        const subject = `${name}${localize(words.subject, locale)}`;
        await sendMail(deps, { to: [String(to)], subject, text: localize(words.text, locale) });
        return {};
      }),
  };
}
