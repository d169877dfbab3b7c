import { type Asker, type DataPanelAnswer, dayAfter, type Locale } from '@gantry/core';
import { sql } from 'kysely';
import { allChats, type Totals } from '../../chats/tallies.ts';
import type { HourOf } from '../../money/day-of.ts';
import { problemStates } from '../../notifications/key-matters.ts';
import type { PanelTranslate } from '../../notifications/panel-words.ts';
import type { Database } from '../../store/database.ts';
import { activeFor, activeUsers } from './active-users.ts';
import { notesOf } from './card-notes.ts';
import { compared } from './compared.ts';
import { type DataCardKey, dataCards, maySee, routeOf } from './data-cards.ts';
import type { SiteDays } from './site-days.ts';
import { comparedSpans, type Span, spanOfDays } from './spans.ts';
import { countOrphans, newestBackup } from './stock.ts';
import { chatTotals, chatUsers, countBy, rowSums, together } from './sums.ts';
import { taskCard } from './task-card.ts';
import { tradeCards } from './trade-cards.ts';
import { costCards, spentOn } from './usage-cards.ts';

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
  readonly byKind?: Readonly<Record<string, number>>;
  readonly [extra: string]: string | number | null | undefined | Readonly<Record<string, number>>;
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

interface PanelClock {
  readonly days: SiteDays;
  readonly hourOf: HourOf;
  /** ISO 4217 code of the site. */
  readonly currency: string;
  /** UTC ms. */
  readonly now: number;
}

/** Real figures alone; what the platform does not have yet has no card. */
export async function readDataFigures(
  database: Database,
  { days, hourOf, currency, now }: PanelClock,
): Promise<DataFigures> {
  const today = days.dayOf(now);
  const spans = comparedSpans(days, now);
  const week = spanOfDays(days, dayAfter(today, -6), today);
  const month = spanOfDays(days, `${today.slice(0, 8)}01`, today);
  const chats = await chatTotals(database, spans);
  const ofTwoDays = (of: keyof Totals) => compared(chats.map((sums) => sums[of]));
  const totals = await allChats(database.read);
  const chatted = await chatUsers(database, [...spans, week]);
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
      ...(await peopleCards(database, days, spans, now)),
      await taskCard(database, spans),
      ...(await pointCards(database, today)),
      ...(await tradeCards(database, { spans, month, now, currency })),
      ...(await costCards(database, days, hourOf, { spans, month, now })),
      { key: 'sessions', value: totals.sessions, ...ofTwoDays('sessions') },
      { key: 'messages', value: totals.messages, ...ofTwoDays('messages') },
      { key: 'tokens', value: totals.tokens, ...ofTwoDays('tokens') },
      { key: 'chatUsers', value: chatted.at(-1) ?? 0, ...compared(chatted) },
      { key: 'violations', value: handled.get('open') ?? 0, ...compared(together(violations, spans.length)) },
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

/** Who has an account, and who was there. */
async function peopleCards(
  database: Database,
  days: SiteDays,
  spans: readonly [Span, Span, Span],
  now: number,
): Promise<readonly CardFigures[]> {
  const users = await countBy(database, 'users', 'status');
  const come = together(await rowSums(database, spans, 'users', 'kind'), spans.length);
  return [{ key: 'users', value: sumOf(users), ...compared(come) }, ...(await activeUsers(database, days, spans, now))];
}

/** What the platform owes people, and what they used of it today. */
async function pointCards(database: Database, today: string): Promise<readonly CardFigures[]> {
  const spent = await spentOn(database, today);
  const { rows } = await sql<{ asset: string; points: number }>`
    select asset, sum(balance) as points from wallets where balance <> 0 group by asset`.execute(database.read);
  const owed = new Map(rows.map(({ asset, points }) => [asset, Number(points)]));
  return [
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
    { key: 'keysWithProblems', value: problems, active: keys.get('active') ?? 0, total: sumOf(keys) },
    ...(backupAt === null ? [] : [backup]),
    { key: 'orphans', value: await countOrphans(database) },
  ];
}

/** The figures that somebody may see, in their language. */
export function dataPanelAnswer(
  figures: DataFigures,
  t: PanelTranslate,
  { asker, locale }: { readonly asker: Asker; readonly locale: Locale },
): DataPanelAnswer {
  const seen = figures.cards.filter(({ key }) => maySee(asker, key));
  const since = { monthFrom: figures.monthFrom, activeFrom: figures.asOf - activeFor };
  return {
    asOf: new Date(figures.asOf).toISOString(),
    timezone: figures.timezone,
    cards: seen.map((card) => ({
      ...card,
      label: t(dataCards[card.key].word),
      route: routeOf(asker, card.key, card.value, since),
      notes: notesOf(card, t, locale),
    })),
  };
}
