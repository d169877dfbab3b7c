import { formatTime, type Locale, type LocalizedText, localize, tryProblems } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsDeps } from '../../settings/settings-store.ts';
import { type AlertLimit, type AlertWay, readAlertLimit } from './alert-pace.ts';

interface Deps extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
}

const unknown: LocalizedText = { zh: '没有发出', en: 'Not sent' };

function status(rateLimiter: AlertLimit | null, timeZone: string, now: number): LocalizedText {
  if (rateLimiter === null) return { zh: '还没有发过告警', en: 'No alerts sent yet' };
  const { failures, problem, nextAt, toldAt } = rateLimiter;
  const reported = toldAt === null ? null : formatTime(toldAt, timeZone);
  if (failures === 0) return { zh: `最近一次送达：${reported}`, en: `Delivered last: ${reported}` };
  const why =
    (Object.hasOwn(tryProblems, problem ?? '') && tryProblems[problem as keyof typeof tryProblems]) || unknown;
  // What may be tried already waits for something to tell.
  const next = nextAt > now ? formatTime(nextAt, timeZone) : null;
  return {
    zh: `连续 ${failures} 次没有送达：${why.zh}；${next ? `下次重试 ${next}` : '有告警时重试'}，之前送达 ${reported ?? '无'}`,
    en: `Not delivered ${failures} times in a row: ${why.en}. Tried again ${next ? `at ${next}` : 'with the next alert'}; delivered before: ${reported ?? 'never'}`,
  };
}

/** What the groups of mail and webhook show in addition to their settings: whether alerts are delivered. */
export function createAlertsStatus({ database, clock, settings }: Deps): NonNullable<SettingsDeps['shown']> {
  const shown = (way: AlertWay) => async (locale: Locale) => {
    const { timezone } = await settings.read('system', 'site');
    return { alertStatus: localize(status(await readAlertLimit(database.read, way), timezone, clock()), locale) };
  };
  return { 'extensions/mail': shown('mail'), 'extensions/webhook': shown('webhook') };
}
