import {
  chatKinds,
  contentData,
  dataPanel,
  memoryPanel,
  messagePanel,
  orderPanel,
  type ReportDefinition,
  sessionCalls,
  violationLog,
} from '@gantry/core';
import type { Services } from '../../context.ts';
import type { CallHandler, RegisterCall } from '../../http/call.ts';
import { markRead } from '../../notifications/inbox.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { type ContentFigures, contentDataAnswer, type Metric, readContentFigures } from './content-data.ts';
import { type DataFigures, dataPanelAnswer, readDataFigures } from './data-panel.ts';
import { type MemoryPanelNeeds, memoryPanelAnswer } from './memory-panel.ts';
import { messagePanelAnswer } from './message-panel.ts';
import { orderPanelAnswer } from './order-panel.ts';
import { createPanelWords } from './panel-words.ts';
import { parametersOf } from './parameters.ts';
import { createSiteDays, type SiteDays } from './site-days.ts';
import { createTimedCache } from './timed-cache.ts';

export interface WorkplaceNeeds extends Services, MemoryPanelNeeds {
  readonly settings: SettingsReader;
}

/** How long figures of the database are kept, in ms. */
const figuresLast = 30_000;

/** The five panels of the workplace, and marking messages as read. */
export function addWorkplaceCalls(register: RegisterCall, needs: WorkplaceNeeds): void {
  const { database, clock, settings } = needs;
  const words = createPanelWords();
  const dataFigures = createTimedCache<DataFigures>(clock, figuresLast);
  const contentFigures = createTimedCache<ContentFigures>(clock, figuresLast);
  const siteDays = async (): Promise<SiteDays> => createSiteDays((await settings.read('system', 'site')).timezone);
  const answer = (report: ReportDefinition, handler: CallHandler) =>
    register({ path: report.call, access: report.roles }, handler);

  answer(dataPanel, async (call) => {
    parametersOf(dataPanel.input, call);
    const days = await siteDays();
    const figures = await dataFigures.get(days.timeZone, () => readDataFigures(database, days, clock()));
    return dataPanelAnswer(figures, words[call.caller.locale]);
  });
  answer(contentData, async (call) => {
    const given = parametersOf(contentData.input, call);
    const [metric, count] = [given.metric as Metric, Number(given.days)];
    const days = await siteDays();
    const figures = await contentFigures.get(`${metric} ${count} ${days.timeZone}`, () =>
      readContentFigures(database, days, { metric, days: count, now: clock() }),
    );
    const options = metric === 'violations' ? violationLog.fields.source.options : chatKinds;
    return contentDataAnswer(figures, options, call.caller.locale);
  });
  answer(orderPanel, async (call) => {
    const given = parametersOf(orderPanel.input, call);
    return orderPanelAnswer(given, await siteDays(), clock(), call.caller);
  });
  answer(messagePanel, async (call) => {
    const limit = Number(parametersOf(messagePanel.input, call).limit);
    const { timeZone } = await siteDays();
    return messagePanelAnswer(needs, call.caller, { timeZone, t: words[call.caller.locale], now: clock(), limit });
  });
  answer(memoryPanel, async (call) => {
    parametersOf(memoryPanel.input, call);
    return memoryPanelAnswer(needs, words[call.caller.locale]);
  });
  addMessageRead(register, needs);
}

function addMessageRead(register: RegisterCall, { database, clock }: WorkplaceNeeds): void {
  const { path, roles, input } = sessionCalls.messageRead;
  register({ path, access: roles }, async (call) => {
    const given = parametersOf(input, call);
    const which = {
      id: given.id === null ? null : Number(given.id),
      type: given.type === null ? null : String(given.type),
    };
    const { actor } = call.caller;
    return { read: await database.transaction((tx) => markRead(tx, actor, clock(), which)) };
  });
}
