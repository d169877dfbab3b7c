import { formatTime, type Locale, say, tryProblems, type Words } from '@gantry/core';
import type { Services } from '../../context.ts';
import type { SettingsNeeds } from '../../settings/settings-needs.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { type AlertPace, type AlertWay, readPace } from './alert-pace.ts';

interface Needs extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
}

const unknown: Words = { zh: '没有发出', en: 'It did not leave' };

function standing(pace: AlertPace | null, timeZone: string, now: number): Words {
  if (pace === null) return { zh: '还没有发过告警', en: 'No alert was sent so far' };
  const { failures, problem, nextAt, toldAt } = pace;
  const told = toldAt === null ? null : formatTime(toldAt, timeZone);
  if (failures === 0) return { zh: `最近一次送达：${told}`, en: `Delivered last: ${told}` };
  const why =
    (Object.hasOwn(tryProblems, problem ?? '') && tryProblems[problem as keyof typeof tryProblems]) || unknown;
  // What may be tried already waits for something to tell.
  const next = nextAt > now ? formatTime(nextAt, timeZone) : null;
  return {
    zh: `连续 ${failures} 次没有送达：${why.zh}；${next ? `下次重试 ${next}` : '有告警时重试'}，之前送达 ${told ?? '无'}`,
    en: `Not delivered ${failures} times in a row: ${why.en}. Tried again ${next ? `at ${next}` : 'with the next alert'}; delivered before: ${told ?? 'never'}`,
  };
}

/** What the groups of mail and webhook show beside what is saved: how alerts get through. */
export function alertsShown({ database, clock, settings }: Needs): NonNullable<SettingsNeeds['shown']> {
  const shown = (way: AlertWay) => async (locale: Locale) => {
    const { timezone } = await settings.read('system', 'site');
    return { alertStanding: say(standing(await readPace(database.read, way), timezone, clock()), locale) };
  };
  return { 'extensions/mail': shown('mail'), 'extensions/webhook': shown('webhook') };
}
