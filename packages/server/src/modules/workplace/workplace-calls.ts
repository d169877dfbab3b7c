import {
  addDays,
  type ContentDataAnswer,
  can,
  chatKinds,
  contentData,
  dataPanel,
  formatTime,
  headlines,
  type Locale,
  localize,
  type Message,
  type MessageClearAnswer,
  type MessagePanelAnswer,
  memoryPanel,
  messagePanel,
  type Options,
  order,
  orderPanel,
  type Point,
  type ReportDefinition,
  sessionCalls,
  toReportCall,
  violationLog,
} from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import { type DefinedHandler, type RegisterCall, serveCall } from '../../platform/http/call.ts';
import { clearUntil, countUnread, type InboxItem, listNewest, markRead } from '../../platform/notifications/inbox.ts';
import { formatParams } from '../../platform/notifications/notify.ts';
import { createPanelWords, type PanelTranslate, type PanelWord } from '../../platform/notifications/panel-words.ts';
import { createStorageWatch } from '../../platform/observability/health.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { ByteStore } from '../../platform/storage/file-store.ts';
import type { Database } from '../../platform/store/database.ts';
import { readCommit, readVersion } from '../../version.ts';
import { buildDataPanelAnswer, type DataFigures, readDataFigures } from './data-panel.ts';
import { buildHeadlinesAnswer, type HeadlineFigures, readHeadlineFigures } from './headlines.ts';
import { buildMemoryPanelAnswer, type MemoryPanelDeps } from './memory-panel.ts';
import { buildOrderPanelAnswer, type OrderFigures, parseOrderQuery, readOrderFigures } from './order-panel.ts';
import { listDaySpans, parseDayRange, toSpan } from './order-range.ts';
import type { QueueFigures } from './queue-figures.ts';
import { createSiteDays, type SiteDays } from './site-days.ts';
import { addUpSums, type SumsByKey, sumChats, sumRows } from './sums.ts';
import { createTimedCache } from './timed-cache.ts';
import { listTodos } from './todos.ts';

type Deps = Pick<Services, 'database' | 'catalogue'>;

/** Formatting of the message panel. */
interface MessageSetting {
  readonly timeZone: string;
  readonly t: PanelTranslate;
  readonly now: number;
  readonly limit: number;
  /** Maximum age of the newest backup, in days. */
  readonly backupDays: number;
}

const events = [
  'violationOpened',
  'riskFound',
  'adminLocked',
  'noticePublished',
  'importFailed',
  'auditBroken',
  'databaseDamaged',
  'keyDisabled',
  'orderFulfilFailed',
  'paymentOdd',
  'moneyTakenBack',
  'refundStuck',
  'refundCameBack',
  'refundOdd',
  'membershipsEnding',
  'agentEnding',
  'backupFailed',
  'jobDead',
  'recordStuck',
  'lowUpstreamBalance',
  'limitsLifted',
  'clientScopesGranted',
  'clientNeedsReview',
  'webhookDisabled',
] as const;
type EventName = (typeof events)[number];

function getParams(reported: InboxItem, { catalogue }: Deps, locale: Locale, open: number): InboxItem['params'] {
  const accessible = formatParams(reported.params, catalogue, locale);
  return { ...accessible, number: open, failed: reported.happened, happened: reported.happened };
}

function getMessage(reported: InboxItem, deps: Deps, locale: Locale, setting: MessageSetting, open: number): Message {
  const { t, timeZone } = setting;
  const event = events.find((name) => name === reported.event);
  const params = getParams(reported, deps, locale, open);
  const words = (part: 'title' | 'subTitle' | 'content') =>
    event ? t(`panels.event.${event satisfies EventName}.${part}` as PanelWord, params) : reported.event;
  return {
    id: reported.id,
    type: reported.type,
    title: words('title'),
    subTitle: words('subTitle'),
    avatar: '',
    content: words('content'),
    time: formatTime(reported.at, timeZone),
    messageType: 0,
    status: reported.isRead ? 1 : 0,
    severity: reported.severity,
    route: reported.route,
  };
}

export async function buildMessagePanelAnswer(
  deps: Deps,
  caller: Caller,
  setting: MessageSetting,
): Promise<MessagePanelAnswer> {
  const { now, limit, t, backupDays } = setting;
  const reported = await listNewest(deps.database, caller.actor, now, limit);
  const todos = await listTodos(deps.database, {
    t,
    locale: caller.locale,
    actor: caller.actor,
    now,
    backupDays,
  });
  const open = todos.find(({ key }) => key === 'violationsOpen')?.count ?? 0;
  return {
    asOf: now,
    unread: await countUnread(deps.database, caller.actor, now),
    todos,
    messages: reported.map((entry) => getMessage(entry, deps, caller.locale, setting, open)),
  };
}

const metrics = ['chats', 'sessions', 'tokens', 'violations'] as const;
type Metric = (typeof metrics)[number];

const columns = { chats: 'messages', sessions: 'sessions', tokens: 'tokens' } as const;
const topModels = 10;

/** The numbers of one metric, with keys instead of texts. */
interface ContentFigures {
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

/** The models with the most messages, compared with the same number of days before. */
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

/** Returns the answer in one language; `options` are the texts of the keys. */
export function buildContentDataAnswer(figures: ContentFigures, options: Options, locale: Locale): ContentDataAnswer {
  const toPoints = (values: readonly number[]): Point[] => figures.days.map((x, at) => ({ x, y: values[at] ?? 0 }));
  const known = Object.keys(options).filter((key) => figures.sums.has(key));
  const others = [...figures.sums.keys()].filter((key) => !Object.hasOwn(options, key));
  return {
    metric: figures.metric,
    points: toPoints(addUpSums(figures.sums, figures.days.length)),
    series: [...known, ...others].map((key) => {
      const option = options[key];
      return { key, label: option ? localize(option, locale) : key, points: toPoints(figures.sums.get(key) ?? []) };
    }),
    top: figures.top,
  };
}

export interface WorkplaceDeps extends Services, Omit<MemoryPanelDeps, 'storage' | 'version' | 'commit' | 'queues'> {
  /** Storage of images that are not in the database. */
  readonly bytes: ByteStore;
  readonly settings: SettingsReader;
}

/** How long database metrics are cached, in ms. */
const metricsCacheMs = 30_000;
/** The same for a period of several days, where users are counted across all of them. */
const longMetricsCacheMs = 300_000;
/** The same for queued work. */
const queuesCacheMs = 5_000;

/** Registers the metrics and the five panels of the workplace, and marking messages as read. */
export function addWorkplaceCalls(register: RegisterCall, deps: WorkplaceDeps): void {
  const { database, clock, settings } = deps;
  const words = createPanelWords();
  const hourOf = createHourOf();
  const dataFigures = createTimedCache<DataFigures>(clock, metricsCacheMs);
  const contentFigures = createTimedCache<ContentFigures>(clock, metricsCacheMs);
  const orderFigures = createTimedCache<OrderFigures | null>(clock, metricsCacheMs);
  const siteDays = async (): Promise<SiteDays> => createSiteDays((await settings.read('system', 'site')).timezone);
  const answer = (report: ReportDefinition, handler: DefinedHandler) =>
    serveCall(register, toReportCall(report), handler);

  answer(dataPanel, async (_given, { caller }) => {
    const days = await siteDays();
    const { currency } = await settings.read('system', 'pay');
    const figures = await dataFigures.get(`${days.timeZone} ${currency}`, () =>
      readDataFigures(database, { days, hourOf, currency, now: clock() }),
    );
    return buildDataPanelAnswer(figures, words[caller.locale], { requester: caller.actor, locale: caller.locale });
  });
  answer(contentData, async (given, { caller }) => {
    const [metric, count] = [given.metric as Metric, Number(given.days)];
    const days = await siteDays();
    const figures = await contentFigures.get(`${metric} ${count} ${days.timeZone}`, () =>
      readContentFigures(database, days, { metric, days: count, now: clock() }),
    );
    const options = metric === 'violations' ? violationLog.fields.source.options : chatKinds;
    return buildContentDataAnswer(figures, options, caller.locale);
  });
  answer(orderPanel, async (given, { caller }) => {
    const days = await siteDays();
    const { currency } = await settings.read('system', 'pay');
    const wanted = parseOrderQuery(given, parseDayRange(given, days, clock(), caller), currency);
    const figures = await orderFigures.get(`${JSON.stringify(wanted)} ${days.timeZone}`, () =>
      readOrderFigures(database, days, wanted),
    );
    const said = { t: words[caller.locale], locale: caller.locale };
    return buildOrderPanelAnswer(figures, wanted, days, said, { mayList: can(caller.actor, order, 'list') });
  });
  answer(messagePanel, async (given, { caller }) => {
    const { timeZone } = await siteDays();
    const { warnDays: backupDays } = await settings.read('data', 'backups');
    const setting = { timeZone, t: words[caller.locale], now: clock(), limit: Number(given.limit), backupDays };
    return buildMessagePanelAnswer(deps, caller, setting);
  });
  const machine = {
    ...deps,
    queues: createTimedCache<readonly QueueFigures[]>(clock, queuesCacheMs),
    storage: createStorageWatch(deps.bytes, clock),
    version: readVersion(),
    commit: readCommit(),
  };
  answer(memoryPanel, (_given, { caller }) => {
    const { locale, actor } = caller;
    return buildMemoryPanelAnswer(machine, { t: words[locale], locale, actor });
  });
  addHeadlines(register, deps, siteDays);
  addMessageRead(register, deps);
  addMessageClear(register, deps);
}

function addHeadlines(register: RegisterCall, deps: WorkplaceDeps, siteDays: () => Promise<SiteDays>): void {
  const { database, clock, settings } = deps;
  const words = createPanelWords();
  const headlineFigures = {
    hour: createTimedCache<HeadlineFigures>(clock, metricsCacheMs),
    day: createTimedCache<HeadlineFigures>(clock, longMetricsCacheMs),
  };
  serveCall(register, toReportCall(headlines), async (given, { caller }) => {
    const days = await siteDays();
    const { currency } = await settings.read('system', 'pay');
    const range = parseDayRange(given, days, clock(), caller);
    const stored = headlineFigures[range.start === range.end ? 'hour' : 'day'];
    const figures = await stored.get(`${range.start} ${range.end} ${days.timeZone} ${currency}`, () =>
      readHeadlineFigures(database, days, { range, now: clock(), currency }),
    );
    return buildHeadlinesAnswer(figures, days, words[caller.locale], caller.actor);
  });
}

function addMessageRead(register: RegisterCall, { database, clock }: WorkplaceDeps): void {
  serveCall(register, sessionCalls.messageRead, async (given, { caller }) => {
    const which = {
      id: given.id === null ? null : Number(given.id),
      type: given.type === null ? null : String(given.type),
    };
    return { read: await database.transaction((tx) => markRead(tx, caller.actor, clock(), which)) };
  });
}

function addMessageClear(register: RegisterCall, { database, clock }: WorkplaceDeps): void {
  serveCall(register, sessionCalls.messageClear, async (given, { caller }): Promise<MessageClearAnswer> => {
    const which = { type: String(given.type), until: Number(given.until) };
    return { until: await database.transaction((tx) => clearUntil(tx, caller.actor, clock(), which)) };
  });
}
