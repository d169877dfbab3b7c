import process from 'node:process';
import {
  allReports,
  type ContentDataAnswer,
  type CurrentUser,
  canCall,
  contentData,
  type DataPanelAnswer,
  formatChange,
  formatMetric,
  formatValue,
  getFullPanel,
  listOrderFacts,
  localize,
  type MessagePanelAnswer,
  type OrderPanelAnswer,
  type ReportDefinition,
  sessionCalls,
  sessionPaths,
} from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { formatHeading, joinColumns } from '../../output/pairs.ts';
import { drawSparkline } from '../../output/sparkline.ts';
import { getTerminalColumns, renderTable } from '../../output/table.ts';
import { isColorWanted } from '../../output/wants-color.ts';
import { escapeControls, measureWidth } from '../../output/wrap-text.ts';

const change = (bps: number | null | undefined) => (bps === null || bps === undefined ? '-' : formatChange(bps));

function formatDataPanel(answer: DataPanelAnswer, context: Context): string {
  const { t } = context;
  const columns = [
    { title: t('panel.metric') },
    { title: t('cli.value'), right: true },
    { title: t('panel.today'), right: true },
    { title: t('panel.yesterdayByNow'), right: true },
    { title: t('panel.change'), right: true },
    { title: t('panel.notes') },
  ];
  return renderTable(
    columns,
    answer.cards.map((card) => {
      const getFigure = (value: number | undefined) =>
        value === undefined ? '-' : formatMetric(card.key, value, context.locale, card.currency);
      return [
        escapeControls(card.label),
        getFigure(card.value),
        getFigure(card.today),
        getFigure(card.yesterdayByNow),
        change(card.deltaBps),
        escapeControls(card.notes.map(({ text }) => text).join(', ')),
      ];
    }),
  );
}

function formatContentPanel(answer: ContentDataAnswer, context: Context): string {
  const metric = formatValue(answer.metric, contentData.input.metric, { locale: context.locale, timeZone: 'UTC' });
  const values = answer.points.map((point) => point.y);
  return `${metric} ${drawSparkline(values)} ${values.at(-1) ?? 0}\n${answer.points.at(0)?.x ?? ''} .. ${answer.points.at(-1)?.x ?? ''}\n`;
}

function formatOrderPanel(answer: OrderPanelAnswer, context: Context): string {
  const { t, locale } = context;
  if (!answer.summary) return `${t('cli.none')}\n`;
  const summary = renderTable(
    [{ title: t('panel.metric') }, { title: t('cli.value'), right: true }],
    listOrderFacts(answer, locale).map(({ label, text }) => [label, text]),
  );
  const shares = [answer.byProduct, answer.byChannel].flatMap((rows) =>
    (rows ?? []).map(({ label, paid, paidFen }) => [
      escapeControls(label),
      String(paid),
      formatMetric('paidFen', paidFen, locale, answer.range.currency),
    ]),
  );
  if (shares.length === 0) return summary;
  const columns = [
    { title: t('panel.soldBy') },
    { title: t('panel.count'), right: true },
    { title: t('panel.received'), right: true },
  ];
  return `${summary}\n${renderTable(columns, shares)}`;
}

function formatMessagePanel(answer: MessagePanelAnswer, context: Context): string {
  const { t } = context;
  const kinds = sessionCalls.messageRead.input.type.options;
  const unread = (['message', 'notice', 'todo'] as const)
    .map((kind) => `${localize(kinds[kind], context.locale)} ${answer.unread[kind]}`)
    .join('  ');
  const todos = renderTable(
    [{ title: t('panel.todos') }, { title: t('panel.count'), right: true }],
    answer.todos.map((todo) => [escapeControls(todo.label), String(todo.count)]),
  );
  const messages = answer.messages
    .map((message) => `${message.time}  ${escapeControls(message.title)}  ${escapeControls(message.subTitle)}\n`)
    .join('');
  return `${t('panel.unread')}  ${unread}\n${todos}${messages}`;
}

/** Stacks the panels; in a wide terminal the first one is next to the others, so that all are visible. */
function layOutPanels([first = '', ...others]: readonly string[], columns: number): string {
  const rest = others.join('\n');
  const halves = joinColumns(first, rest);
  return halves.split('\n').some((line) => measureWidth(line) > columns) ? `${first}\n${rest}` : halves;
}

/** Prints the panels of the workplace as tables, or as one JSON object by panel. A panel without permission is null. */
export function fillDashboard(command: Command, context: Context): void {
  command
    .addHelpText('after', `\n${context.t('cli.examples')}\n  gantry dashboard\n  gantry dashboard --json`)
    .action(async () => {
      const client = await context.client();
      const person = await client.call<CurrentUser>(sessionPaths.info);
      const requestReport = async (report: ReportDefinition) =>
        canCall(person, report) ? getFullPanel(await client.call<unknown>(report.call, {})) : null;
      const answers = await Promise.all(allReports.map(requestReport));
      const [data, content, orders, messages, memory] = answers as [
        DataPanelAnswer,
        ContentDataAnswer | null,
        OrderPanelAnswer | null,
        MessagePanelAnswer,
        unknown,
      ];
      const form = context.form('table');
      const byName = Object.fromEntries(allReports.map((report, at) => [report.name, answers[at]]));
      if (form !== 'table') {
        const { printAnswer } = await import('../../output/print.ts');
        return printAnswer(context, byName, form);
      }
      const { formatSystemTable } = await import('../../commands/system.ts');
      const parts = [
        formatDataPanel(data, context),
        content && formatContentPanel(content, context),
        orders && formatOrderPanel(orders, context),
        formatMessagePanel(messages, context),
        formatSystemTable(memory as never, context),
      ];
      const color = isColorWanted(context.options().color);
      const panels = parts.flatMap((part, at) => {
        const label = localize(allReports[at]?.label ?? { zh: '', en: '' }, context.locale);
        return part === null ? [] : [`${formatHeading(label, color)}\n${part}`];
      });
      await context.write(layOutPanels(panels, process.stdout.isTTY === true ? getTerminalColumns() : 0));
    });
}
