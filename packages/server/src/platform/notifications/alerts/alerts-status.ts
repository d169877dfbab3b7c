import { formatTime, type Locale, type LocalizedText, localize, tryProblems } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsDeps } from '../../settings/settings-store.ts';
import { type AlertChannel, type AlertChannelState, readAlertChannel } from './alert-channel.ts';

interface Deps extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
}

const unknown: LocalizedText = { zh: '未发送', en: 'Not sent' };

function status(state: AlertChannelState | null, timeZone: string, now: number): LocalizedText {
  if (state === null) return { zh: '还没有发过告警', en: 'No alerts sent yet' };
  const { failures, problem, nextAt, notifiedAt } = state;
  const reported = notifiedAt === null ? null : formatTime(notifiedAt, timeZone);
  if (failures === 0) return { zh: `最近一次送达：${reported}`, en: `Last delivered: ${reported}` };
  const why =
    (Object.hasOwn(tryProblems, problem ?? '') && tryProblems[problem as keyof typeof tryProblems]) || unknown;
  // When the pause is over, the next attempt is made with the next alert.
  const next = nextAt > now ? formatTime(nextAt, timeZone) : null;
  return {
    zh: `连续 ${failures} 次发送失败：${why.zh}。${next ? `下次重试：${next}` : '有新告警时重试'}；上次送达：${reported ?? '无'}`,
    en: `Last ${failures === 1 ? 'attempt' : `${failures} attempts`} failed: ${why.en}. Next attempt: ${next ?? 'with the next alert'}. Last delivered: ${reported ?? 'never'}.`,
  };
}

/** The delivery status of alerts, shown with the settings of mail and webhook. */
export function createAlertsStatus({ database, clock, settings }: Deps): NonNullable<SettingsDeps['shown']> {
  const shown = (channel: AlertChannel) => async (locale: Locale) => {
    const { timezone } = await settings.read('system', 'site');
    return { alertStatus: localize(status(await readAlertChannel(database.read, channel), timezone, clock()), locale) };
  };
  return { 'extensions/mail': shown('mail'), 'extensions/webhook': shown('webhook') };
}
