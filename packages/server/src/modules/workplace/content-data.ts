import { addDays, type ContentDataAnswer, type Locale, localize, type Options, type Point } from '@gantry/core';
import type { Database } from '../../platform/store/database.ts';
import type { SiteDays } from './site-days.ts';
import { listDaySpans, toSpan } from './spans.ts';
import { addUpSums, type SumsByKey, sumChats, sumRows } from './sums.ts';

export const metrics = ['chats', 'sessions', 'tokens', 'violations'] as const;
export type Metric = (typeof metrics)[number];

const columns = { chats: 'messages', sessions: 'sessions', tokens: 'tokens' } as const;
const topModels = 10;

/** The figures of one metric, with names instead of words. */
export interface ContentFigures {
  readonly metric: Metric;
  readonly days: readonly string[];
  readonly sums: SumsByKey;
  readonly top: ContentDataAnswer['top'];
}

export async function readContentFigures(
  database: Database,
  days: SiteDays,
  wanted: { readonly metric: Metric; readonly days: number; readonly now: number },
): Promise<ContentFigures> {
  const { metric, now } = wanted;
  const spans = listDaySpans(days, days.dayOf(now), wanted.days);
  const sums =
    metric === 'violations'
      ? await sumRows(database, spans, 'violation_logs', 'source')
      : await sumChats(database, spans, 'kind', columns[metric]);
  const top = await readTop(database, days, spans.at(0)?.day ?? '', spans.at(-1)?.day ?? '', wanted.days);
  return { metric, days: spans.map(({ day }) => day), sums, top };
}

/** Models by messages, the most first, against as many days before. */
async function readTop(database: Database, days: SiteDays, first: string, last: string, count: number) {
  const spans = [toSpan(days, addDays(first, -count), addDays(first, -1)), toSpan(days, first, last)];
  const sums = await sumChats(database, spans, 'model', 'messages');
  return [...sums]
    .map(([title, [before = 0, now = 0]]) => ({ title, before, now }))
    .filter(({ now }) => now > 0)
    .sort((one, other) => other.now - one.now || (one.title < other.title ? -1 : 1))
    .slice(0, topModels)
    .map(({ title, before, now }, index) => ({
      key: index + 1,
      title,
      clickNumber: String(now),
      increases: before === 0 ? null : Math.round(((now - before) / before) * 100),
    }));
}

/** The answer in one language; `options` are the words of the keys. */
export function buildContentDataAnswer(figures: ContentFigures, options: Options, locale: Locale): ContentDataAnswer {
  const points = (values: readonly number[]): Point[] => figures.days.map((x, at) => ({ x, y: values[at] ?? 0 }));
  const known = Object.keys(options).filter((key) => figures.sums.has(key));
  const others = [...figures.sums.keys()].filter((key) => !Object.hasOwn(options, key));
  return {
    metric: figures.metric,
    points: points(addUpSums(figures.sums, figures.days.length)),
    series: [...known, ...others].map((key) => {
      const option = options[key];
      return { key, label: option ? localize(option, locale) : key, points: points(figures.sums.get(key) ?? []) };
    }),
    top: figures.top,
  };
}
