import { ApiError, type Locale, localize } from '@gantry/core';
import { sendMail } from '../../../platform/notifications/mail/send-mail.ts';
import { isSmsEnabled, type SmsDeps, sendSms } from '../../../platform/notifications/sms/send-sms.ts';
import { ConnectionTestError, OutboundError } from '../../../platform/outbound/index.ts';
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
export async function assertReachable(deps: SmsDeps, { channel }: CodePlace): Promise<void> {
  const isOn = channel === 'phone' ? await isSmsEnabled(deps) : await mailIsOn(deps);
  if (!isOn) throw new ApiError('stateConflict', { data: { state: 'off' } });
}

async function mailIsOn({ settings }: SmsDeps): Promise<boolean> {
  const { host, from } = await settings.read('extensions', 'mail');
  return Boolean(host && from);
}

/** Sends a code, and gives why it could not be sent; null when it was taken. Neither the code nor the place is told. */
export async function deliverCode(
  deps: SmsDeps,
  { channel, address }: CodePlace,
  code: string,
  locale: Locale,
): Promise<string | null> {
  try {
    if (channel === 'phone') {
      await sendSms(deps, { phone: address, code, minutes: codeMinutes });
      return null;
    }
    const { name } = await deps.settings.read('system', 'site');
    const mail = {
      to: [address],
      subject: localize(words.subject(name), locale),
      text: localize(words.text(code), locale),
    };
    await sendMail(deps, mail);
    return null;
  } catch (error) {
    if (error instanceof ConnectionTestError) return error.problem;
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

/** Limits of a day to one place, as the settings say. */
export async function getDailyLimit({ settings }: SmsDeps, { channel }: CodePlace): Promise<number> {
  if (channel === 'phone') return (await settings.read('extensions', 'sms')).dailyLimitPerPhone;
  return (await settings.read('extensions', 'mail')).dailyLimitPerAddress;
}
