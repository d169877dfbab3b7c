import { formatTime, type Locale, type LocalizedText, localize, testProblems } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsDeps } from '../../settings/settings-store.ts';
import { type AlertChannel, type AlertChannelState, readAlertChannel } from './alert-channel.ts';

interface Deps extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
}

const unknown: LocalizedText = { zh: '未发送', en: 'Not sent' };

function describeState(state: AlertChannelState | null, timeZone: string, now: number): LocalizedText {
  if (state === null) return { zh: '还没有发过告警', en: 'No alerts sent yet' };
  const { failures, problem, nextAt, notifiedAt } = state;
  const lastDelivery = notifiedAt === null ? null : formatTime(notifiedAt, timeZone);
  if (failures === 0) return { zh: `最近一次送达：${lastDelivery}`, en: `Last delivered: ${lastDelivery}` };
  const why =
    (Object.hasOwn(testProblems, problem ?? '') && testProblems[problem as keyof typeof testProblems]) || unknown;
  // After the pause, the next attempt is made with the next alert.
  const next = nextAt > now ? formatTime(nextAt, timeZone) : null;
  return {
    zh: `连续 ${failures} 次发送失败：${why.zh}。${next ? `下次重试：${next}` : '有新告警时重试'}；上次送达：${lastDelivery ?? '无'}`,
    en: `Last ${failures === 1 ? 'attempt' : `${failures} attempts`} failed: ${why.en}. Next attempt: ${next ?? 'with the next alert'}. Last delivered: ${lastDelivery ?? 'never'}.`,
  };
}

/** Returns the delivery status of alerts, which is displayed with the settings of mail and webhook. */
export function createAlertsStatus({ database, clock, settings }: Deps): NonNullable<SettingsDeps['readOnly']> {
  const createStatusReader = (channel: AlertChannel) => async (locale: Locale) => {
    const { timezone } = await settings.read('system', 'site');
    return {
      alertStatus: localize(describeState(await readAlertChannel(database.read, channel), timezone, clock()), locale),
    };
  };
  return { 'extensions/mail': createStatusReader('mail'), 'extensions/webhook': createStatusReader('webhook') };
}
