import {
  can,
  chatKinds,
  contentData,
  dataPanel,
  type MessageClearAnswer,
  memoryPanel,
  messagePanel,
  order,
  orderPanel,
  type ReportDefinition,
  reportCall,
  sessionCalls,
  violationLog,
} from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import type { RegisterCall } from '../../platform/http/call.ts';
import { type DefinedHandler, serveCall } from '../../platform/http/defined-call.ts';
import { clearUntil, markRead } from '../../platform/notifications/inbox.ts';
import { createPanelWords } from '../../platform/notifications/panel-words.ts';
import { createStorageWatch } from '../../platform/observability/storage-watch.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { ByteStore } from '../../platform/storage/file-store.ts';
import { readCommit, readVersion } from '../../version.ts';
import { createHourOf } from '../ledger/day-of.ts';
import { buildContentDataAnswer, type ContentFigures, type Metric, readContentFigures } from './content-data.ts';
import { buildDataPanelAnswer, type DataFigures, readDataFigures } from './data-panel.ts';
import { buildMemoryPanelAnswer, type MemoryPanelDeps } from './memory-panel.ts';
import { buildMessagePanelAnswer } from './message-panel.ts';
import { buildOrderPanelAnswer, type OrderFigures, parseWantedOrders, readOrderFigures } from './order-panel.ts';
import { parseDayRange } from './order-range.ts';
import type { QueueFigures } from './queue-figures.ts';
import { createSiteDays, type SiteDays } from './site-days.ts';
import { createTimedCache } from './timed-cache.ts';

export interface WorkplaceDeps extends Services, Omit<MemoryPanelDeps, 'storage' | 'version' | 'commit' | 'queues'> {
  /** Where pictures go that do not stay in the database. */
  readonly bytes: ByteStore;
  readonly settings: SettingsReader;
}

/** How long figures of the database are kept, in ms. */
const figuresLast = 30_000;
/** The same of work that stands in line. */
const queuesLast = 5_000;

/** The five panels of the workplace, and marking messages as read. */
export function addWorkplaceCalls(register: RegisterCall, deps: WorkplaceDeps): void {
  const { database, clock, settings } = deps;
  const words = createPanelWords();
  const hourOf = createHourOf();
  const dataFigures = createTimedCache<DataFigures>(clock, figuresLast);
  const contentFigures = createTimedCache<ContentFigures>(clock, figuresLast);
  const orderFigures = createTimedCache<OrderFigures | null>(clock, figuresLast);
  const siteDays = async (): Promise<SiteDays> => createSiteDays((await settings.read('system', 'site')).timezone);
  const answer = (report: ReportDefinition, handler: DefinedHandler) =>
    serveCall(register, reportCall(report), handler);

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
    const wanted = parseWantedOrders(given, parseDayRange(given, days, clock(), caller), currency);
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
    queues: createTimedCache<readonly QueueFigures[]>(clock, queuesLast),
    storage: createStorageWatch(deps.bytes, clock),
    version: readVersion(),
    commit: readCommit(),
  };
  answer(memoryPanel, (_given, { caller }) => {
    const { locale, actor } = caller;
    return buildMemoryPanelAnswer(machine, { t: words[locale], locale, actor });
  });
  addMessageRead(register, deps);
  addMessageClear(register, deps);
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
