import { addDays, type CardNote, type DataPanelAnswer, formatMetric, type Locale, type Requester } from '@gantry/core';
import { sql } from 'kysely';
import type { HourOf } from '../../platform/context/day-of.ts';
import type { PanelTranslate } from '../../platform/notifications/panel-words.ts';
import type { Database } from '../../platform/store/database.ts';
import { sumAllChats, type Totals } from '../chats/index.ts';
import { problemStates } from '../keys/index.ts';
import {
  canSee,
  type DataCardKey,
  dataCards,
  getCardRoute,
  loadCostCards,
  loadTradeCards,
  sumSpent,
} from './data-cards.ts';
import { getComparedSpans, type Span, toSpan } from './order-range.ts';
import type { SiteDays } from './site-days.ts';
import { countOrphans, findNewestBackup } from './stock.ts';
import { addUpSums, compareDays, countBy, countChatUsers, type SumsByKey, sumChatTotals, sumRows } from './sums.ts';

/** A user counts as active for this long after a visit, in ms. */
const activeForMs = 30 * 86_400_000;

/** Counts recently active users, and those of two days; none while the platform never reported visits. */
async function countActiveUsers({ read }: Database, days: SiteDays, spans: readonly [Span, Span, Span], now: number) {
  const any = await read.selectFrom('user_visits').select('day').orderBy('day').limit(1).executeTakeFirst();
  if (!any) return [];
  const lately = await read
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('last_active_at', '>=', now - activeForMs)
    .where('status', '!=', 'deleted')
    .executeTakeFirstOrThrow();
  const createSpanLink = ({ from, to }: Span) =>
    read
      .selectFrom('user_visits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('day', '=', days.dayOf(from))
      .where('first_at', '<', to)
      .executeTakeFirstOrThrow();
  const counts = await Promise.all(spans.map(createSpanLink));
  const [today, yesterday, yesterdayByNow] = [counts[2], counts[0], counts[1]].map((row) => row?.count ?? 0);
  const value = Number(lately.count);
  // Before the first full day there are no numbers for the day before.
  if (any.day > days.dayOf(spans[0].from)) return [{ key: 'activeUsers', value, today: today ?? 0 }] as const;
  return [{ key: 'activeUsers', value, ...compareDays([yesterday ?? 0, yesterdayByNow ?? 0, today ?? 0]) }] as const;
}

/** Tables of the tasks that users start, by resource. */
const taskTables = {
  drawTask: 'draw_tasks',
  slideTask: 'slide_tasks',
  videoTask: 'video_tasks',
  musicTask: 'music_tasks',
  writeTask: 'write_tasks',
  mindMapTask: 'mind_map_tasks',
  pdfDoc: 'pdf_docs',
} as const;
type TaskResource = keyof typeof taskTables;

const kinds = Object.keys(taskTables) as readonly TaskResource[];

/** Counts the tasks of today by kind, and the failed ones; the spans are those of `getComparedSpans`. */
async function loadTaskCard(database: Database, spans: readonly Span[]) {
  const made = await Promise.all(kinds.map((kind) => sumRows(database, spans, taskTables[kind], 'status')));
  const last = spans.length - 1;
  const totals = made.map((one) => addUpSums(one, spans.length));
  const tasks = spans.map((_, at) => totals.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  const getFailed = (one: SumsByKey) => (one.get('failed')?.[last] ?? 0) + (one.get('timedOut')?.[last] ?? 0);
  return {
    key: 'tasks',
    value: tasks[last] ?? 0,
    ...compareDays(tasks),
    failed: made.reduce((sum, one) => sum + getFailed(one), 0),
    byKind: Object.fromEntries(kinds.map((kind, at) => [kind, totals[at]?.[last] ?? 0])),
  } as const;
}

/** Cards without texts: the same for every caller, so they can be cached. */
export interface DataFigures {
  readonly asOf: number;
  readonly timezone: string;
  /** Start of the month in the site's time zone, UTC ms. */
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

/** Reads the metrics. A feature that the platform does not use yet has no card. */
export async function readDataFigures(
  database: Database,
  { days, hourOf, currency, now }: PanelClock,
): Promise<DataFigures> {
  const today = days.dayOf(now);
  const spans = getComparedSpans(days, now);
  const week = toSpan(days, addDays(today, -6), today);
  const month = toSpan(days, `${today.slice(0, 8)}01`, today);
  const chats = await sumChatTotals(database, spans);
  const compareTwoDays = (of: keyof Totals) => compareDays(chats.map((sums) => sums[of]));
  const totals = await sumAllChats(database.read);
  const chatted = await countChatUsers(database, [...spans, week]);
  const violations = await sumRows(database, spans, 'violation_logs', 'source');
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
      ...(await getPeopleCards(database, days, spans, now)),
      await loadTaskCard(database, spans),
      ...(await getPointCards(database, today)),
      ...(await loadTradeCards(database, { spans, month, now, currency })),
      ...(await loadCostCards(database, days, hourOf, { spans, month, now })),
      { key: 'sessions', value: totals.sessions, ...compareTwoDays('sessions') },
      { key: 'messages', value: totals.messages, ...compareTwoDays('messages') },
      { key: 'tokens', value: totals.tokens, ...compareTwoDays('tokens') },
      { key: 'chatUsers', value: chatted.at(-1) ?? 0, ...compareDays(chatted) },
      { key: 'violations', value: handled.get('open') ?? 0, ...compareDays(addUpSums(violations, spans.length)) },
      { key: 'bannedWords', value: sumOf(words), enabled: words.get('enabled') ?? 0 },
      { key: 'helpDocs', value: docs.get('published') ?? 0, total: sumOf(docs) },
      {
        key: 'notices',
        value: notices.get('published') ?? 0,
        scheduled: notices.get('scheduled') ?? 0,
        total: sumOf(notices),
      },
      { key: 'admins', value: admins.get('active') ?? 0, total: sumOf(admins) },
      ...(await getStockCards(database, now)),
    ],
  };
}

/** Cards of registered and active users. */
async function getPeopleCards(
  database: Database,
  days: SiteDays,
  spans: readonly [Span, Span, Span],
  now: number,
): Promise<readonly CardFigures[]> {
  const users = await countBy(database, 'users', 'status');
  const come = addUpSums(await sumRows(database, spans, 'users', 'kind'), spans.length);
  return [
    { key: 'users', value: sumOf(users), ...compareDays(come) },
    ...(await countActiveUsers(database, days, spans, now)),
  ];
}

/** Cards of credit balances and of today's credit usage. */
async function getPointCards(database: Database, today: string): Promise<readonly CardFigures[]> {
  const spent = await sumSpent(database, today);
  const { rows } = await sql<{ asset: string; points: number }>`
    select asset, sum(balance) as points from wallets where balance <> 0 group by asset`.execute(database.read);
  const owed = new Map(rows.map(({ asset, points }) => [asset, points]));
  return [
    { key: 'coinOutstanding', value: owed.get('coin') ?? 0, spent: spent.coin },
    { key: 'computeOutstanding', value: owed.get('compute') ?? 0, spent: spent.compute },
  ];
}

/** Cards of what is checked periodically: keys, backups, images. */
async function getStockCards(database: Database, now: number): Promise<CardFigures[]> {
  const keys = await countBy(database, 'api_keys', 'status');
  const problems = problemStates.reduce((sum, state) => sum + (keys.get(state) ?? 0), 0);
  const backupAt = await findNewestBackup(database);
  const backup = { key: 'backupAge', value: Math.floor((now - (backupAt ?? now)) / 86_400_000) } as const;
  return [
    { key: 'keysWithProblems', value: problems, active: keys.get('active') ?? 0, total: sumOf(keys) },
    ...(backupAt === null ? [] : [backup]),
    { key: 'orphans', value: await countOrphans(database) },
  ];
}

/** Returns the cards that the caller may see, in their language. */
export function buildDataPanelAnswer(
  figures: DataFigures,
  t: PanelTranslate,
  { requester, locale }: { readonly requester: Requester; readonly locale: Locale },
): DataPanelAnswer {
  const seen = figures.cards.filter(({ key }) => canSee(requester, key));
  const since = { monthFrom: figures.monthFrom, activeFrom: figures.asOf - activeForMs };
  return {
    asOf: new Date(figures.asOf).toISOString(),
    timezone: figures.timezone,
    cards: seen.map((card) => ({
      ...card,
      label: t(dataCards[card.key].word),
      route: getCardRoute(requester, card.key, card.value, since),
      notes: createCardNotes(card, t, locale),
    })),
  };
}

/** The metrics that a card shows next to its value, in this order. */
const noted = [
  'enabled',
  'scheduled',
  'active',
  'total',
  'failed',
  'spent',
  'marginBps',
  'ending',
  'pending',
  'undelivered',
] as const;
/** Shown even when zero. */
const alwaysShown: readonly string[] = ['enabled', 'active', 'total', 'spent', 'marginBps'];

/** Describes how much of the total is enabled, waiting or failed. */
function createCardNotes(card: CardFigures, t: PanelTranslate, locale: Locale): readonly CardNote[] {
  const notes = noted.flatMap((key) => {
    const value = card[key];
    if (typeof value !== 'number' || (value === 0 && !alwaysShown.includes(key))) return [];
    return [{ key, text: t(`panels.note.${key}`, { value: formatMetric(key, value, locale) }) }];
  });
  const made = (Object.keys(taskTables) as (keyof typeof taskTables)[]).flatMap((key) => {
    const value = card.byKind?.[key] ?? 0;
    return value === 0 ? [] : [{ key, text: t(`panels.task.${key}`, { value: formatMetric(key, value, locale) }) }];
  });
  return [...notes, ...made];
}
