import { Fault, type Locale, say } from '@gantry/core';
import { sendMail } from '../connectors/send-mail.ts';
import { type SmsNeeds, sendSms, smsIsOn } from '../connectors/send-sms.ts';
import { OutboundError, TrialFailed } from '../outbound/index.ts';
import type { CodePlace } from './code-place.ts';
import { codeMinutes } from './verification-codes.ts';

const words = {
  subject: (name: string) => ({ zh: `${name} 验证码`, en: `${name}: your code` }),
  text: (code: string) => ({
    zh: `您的验证码是 ${code}，${codeMinutes} 分钟内有效。如非本人操作，请忽略这封邮件。`,
    en: `Your code is ${code}. It is good for ${codeMinutes} minutes. If you did not ask for it, do nothing.`,
  }),
} as const;

/** Refuses while the settings have no way to such a place. */
export async function assertReachable(needs: SmsNeeds, { channel }: CodePlace): Promise<void> {
  const isOn = channel === 'phone' ? await smsIsOn(needs) : await mailIsOn(needs);
  if (!isOn) throw new Fault('stateConflict', { data: { state: 'off' } });
}

async function mailIsOn({ settings }: SmsNeeds): Promise<boolean> {
  const { host, from } = await settings.read('extensions', 'mail');
  return Boolean(host && from);
}

/** Sends a code, and gives why it could not be sent; null when it was taken. Neither the code nor the place is told. */
export async function deliverCode(
  needs: SmsNeeds,
  { channel, address }: CodePlace,
  code: string,
  locale: Locale,
): Promise<string | null> {
  try {
    if (channel === 'phone') {
      await sendSms(needs, { phone: address, code, minutes: codeMinutes });
      return null;
    }
    const { name } = await needs.settings.read('system', 'site');
    const mail = { to: [address], subject: say(words.subject(name), locale), text: say(words.text(code), locale) };
    await sendMail(needs, mail);
    return null;
  } catch (error) {
    if (error instanceof TrialFailed) return error.problem;
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

/** Limits of a day to one place, as the settings say. */
export async function dailyLimit({ settings }: SmsNeeds, { channel }: CodePlace): Promise<number> {
  if (channel === 'phone') return (await settings.read('extensions', 'sms')).dailyLimitPerPhone;
  return (await settings.read('extensions', 'mail')).dailyLimitPerAddress;
}
