import { type Asker, type DataPanelAnswer, dayAfter } from '@gantry/core';
import { sql } from 'kysely';
import { allChats, type Totals } from '../../chats/tallies.ts';
import { problemStates } from '../../notifications/key-matters.ts';
import type { PanelTranslate } from '../../notifications/panel-words.ts';
import type { Database } from '../../store/database.ts';
import { compared } from './compared.ts';
import { type DataCardKey, dataCards, maySee, routeOf } from './data-cards.ts';
import type { SiteDays } from './site-days.ts';
import { daySpans, type Span, spanOfDays } from './spans.ts';
import { countOrphans, newestBackup } from './stock.ts';
import { chatSums, chatUsers, countBy, rowSums, together } from './sums.ts';
import { spentOn, tradeCards } from './trade-cards.ts';

/** Cards without their words: the same for every caller, so they are kept for a while. */
export interface DataFigures {
  readonly asOf: number;
  readonly timezone: string;
  /** When the month began on the site's clock, UTC ms. */
  readonly monthFrom: number;
  readonly cards: readonly CardFigures[];
}

export interface CardFigures {
  readonly key: DataCardKey;
  readonly value: number;
  readonly [extra: string]: string | number | null;
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Real figures alone; what the platform does not have yet has no card. */
export async function readDataFigures(database: Database, days: SiteDays, now: number): Promise<DataFigures> {
  const today = days.dayOf(now);
  const spans = daySpans(days, today, 2);
  const week = spanOfDays(days, dayAfter(today, -6), today);
  const month = spanOfDays(days, `${today.slice(0, 8)}01`, today);
  const ofTwoDays = async (of: keyof Totals) => compared(together(await chatSums(database, spans, 'kind', of), 2));
  const totals = await allChats(database.read);
  const [before = 0, latest = 0, lastWeek = 0] = await chatUsers(database, [...spans, week]);
  const violations = await rowSums(database, spans, 'violation_logs', 'source');
  const handled = await countBy(database, 'violation_logs', 'handled');
  const words = await countBy(database, 'banned_words', 'status');
  const admins = await countBy(database, 'admins', 'status');
  const docs = await countBy(database, 'help_docs', 'status');
  const notices = await countBy(database, 'notices', 'status');
  return {
    asOf: now,
    timezone: days.timeZone,
    monthFrom: month.from,
    cards: [
      ...(await platformCards(database, spans, today)),
      ...(await tradeCards(database, { spans, month, now })),
      { key: 'sessions', value: totals.sessions, ...(await ofTwoDays('sessions')) },
      { key: 'messages', value: totals.messages, ...(await ofTwoDays('messages')) },
      { key: 'tokens', value: totals.tokens, ...(await ofTwoDays('tokens')) },
      { key: 'chatUsers', value: lastWeek, ...compared([before, latest]) },
      { key: 'violations', value: handled.get('open') ?? 0, ...compared(together(violations, 2)) },
      { key: 'bannedWords', value: sumOf(words), enabled: words.get('enabled') ?? 0 },
      { key: 'helpDocs', value: docs.get('published') ?? 0, total: sumOf(docs) },
      {
        key: 'notices',
        value: notices.get('published') ?? 0,
        scheduled: notices.get('scheduled') ?? 0,
        total: sumOf(notices),
      },
      { key: 'admins', value: admins.get('active') ?? 0, total: sumOf(admins) },
      ...(await stockCards(database, now)),
    ],
  };
}

const taskTables = ['draw_tasks', 'slide_tasks', 'video_tasks', 'music_tasks', 'write_tasks', 'mind_map_tasks'];

/** People, what they make, and what the platform owes them. */
async function platformCards(database: Database, spans: readonly Span[], today: string): Promise<CardFigures[]> {
  const users = await countBy(database, 'users', 'status');
  const made = await Promise.all(taskTables.map((table) => rowSums(database, spans, table, 'status')));
  const tasks = [0, 1].map((at) => made.reduce((sum, one) => sum + (together(one, 2)[at] ?? 0), 0));
  const failed = made.reduce((sum, one) => sum + (one.get('failed')?.[1] ?? 0) + (one.get('timedOut')?.[1] ?? 0), 0);
  const spent = await spentOn(database, today);
  const { rows } = await sql<{ asset: string; points: number }>`
    select asset, sum(balance) as points from wallets where balance <> 0 group by asset`.execute(database.read);
  const owed = new Map(rows.map(({ asset, points }) => [asset, Number(points)]));
  return [
    { key: 'users', value: sumOf(users), ...compared(together(await rowSums(database, spans, 'users', 'kind'), 2)) },
    { key: 'tasks', value: tasks[1] ?? 0, ...compared(tasks), failed },
    { key: 'coinOutstanding', value: owed.get('coin') ?? 0, spent: spent.coin },
    { key: 'powerOutstanding', value: owed.get('power') ?? 0, spent: spent.power },
  ];
}

/** What is looked after now and then: keys, backups, pictures. */
async function stockCards(database: Database, now: number): Promise<CardFigures[]> {
  const keys = await countBy(database, 'api_keys', 'status');
  const problems = problemStates.reduce((sum, state) => sum + (keys.get(state) ?? 0), 0);
  const backupAt = await newestBackup(database);
  const backup = { key: 'backupAge', value: Math.floor((now - (backupAt ?? now)) / 86_400_000) } as const;
  return [
    { key: 'keysWithProblems', value: problems, total: sumOf(keys) },
    ...(backupAt === null ? [] : [backup]),
    { key: 'orphans', value: await countOrphans(database) },
  ];
}

/** The figures that somebody may see, in their language. */
export function dataPanelAnswer(figures: DataFigures, t: PanelTranslate, asker: Asker): DataPanelAnswer {
  const seen = figures.cards.filter(({ key }) => maySee(asker, key));
  return {
    asOf: new Date(figures.asOf).toISOString(),
    timezone: figures.timezone,
    cards: seen.map((card) => ({
      ...card,
      label: t(dataCards[card.key].word),
      route: routeOf(asker, card.key, card.value, figures.monthFrom),
    })),
  };
}
