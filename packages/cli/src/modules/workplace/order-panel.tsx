import { type Locale, localize, type OrderPanelAnswer, orderFacts, orderPanel } from '@gantry/core';
import { Text } from 'ink';
import { drawSparkline } from '../../output/sparkline.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { renderBlue, renderDim } from '../../tui/parts/colours.ts';
import { DataTable } from '../../tui/parts/data-table.tsx';
import { cut } from '../../tui/parts/marks.ts';
import { Panel } from '../../tui/parts/panel.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import type { PanelProps } from './figures-panel.tsx';

function summaryRows(answer: OrderPanelAnswer, locale: Locale) {
  return orderFacts(answer, locale).map(({ label, text }) => [{ text: label }, { text }]);
}

/** The figures in one line, where there is no room for a table. */
function summaryLine(
  answer: OrderPanelAnswer,
  width: number,
  { locale, marks }: Pick<Tui, 'locale' | 'marks'>,
): string {
  const said = summaryRows(answer, locale).map(([label, value]) => `${label?.text} ${value?.text}`);
  return cut(said.join('  '), width, marks);
}

/** Orders of the last days; a platform that sells nothing yet says so. */
export function OrderPanel({ state, width, height }: PanelProps<OrderPanelAnswer>) {
  const tui = useTui();
  const { t, locale, marks } = tui;
  const { answer, failed } = state;
  const empty = answer ? t('tui.noOrders') : failed ? t('tui.loadFailed') : t('common.loading');
  const paid = (answer?.series ?? []).map((point) => point.paidFen);
  const inner = width - 4;
  const lines = height - 2;
  // The titles of the table and the line of bars take one each.
  const rows = lines - 2;
  return (
    <Panel title={localize(orderPanel.label, locale)} width={width} height={height}>
      {answer?.summary && rows > 0 && (
        <DataTable
          columns={[{ title: t('tui.metric') }, { title: t('tui.value'), right: true }]}
          rows={summaryRows(answer, locale).slice(0, rows)}
          width={inner}
        />
      )}
      {answer?.summary && rows <= 0 && <Text>{summaryLine(answer, inner, tui)}</Text>}
      {!answer?.summary && <Text>{renderDim(wrapText(empty, inner, true).slice(0, lines).join('\n'))}</Text>}
      {paid.length > 0 && lines > 1 && !marks.accessible && (
        <Text>{renderBlue(drawSparkline(paid.slice(-inner), marks.plain))}</Text>
      )}
    </Panel>
  );
}
