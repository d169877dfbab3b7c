import { type Locale, type OrderPanelAnswer, orderPanel, say, tellOrderFigure } from '@gantry/core';
import { Text } from 'ink';
import { sparkline } from '../../../output/sparkline.ts';
import { blue, dim } from '../../parts/colours.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useTui } from '../../parts/tui-context.ts';
import { wrapText } from '../../parts/wrap-text.ts';
import type { PanelProps } from './figures-panel.tsx';

function summaryRows({ summary, labels }: OrderPanelAnswer, locale: Locale) {
  return Object.entries(summary ?? {}).map(([key, value]) => [
    { text: labels[key] ?? key },
    { text: tellOrderFigure(key, value, locale) },
  ]);
}

/** Orders of the last days; a platform that sells nothing yet says so. */
export function OrderPanel({ state, width, height }: PanelProps<OrderPanelAnswer>) {
  const { t, locale, marks } = useTui();
  const { answer, failed } = state;
  const empty = answer ? t('tui.noOrders') : failed ? t('tui.loadFailed') : t('common.loading');
  const paid = (answer?.series ?? []).map((point) => point.paidFen);
  return (
    <Panel title={say(orderPanel.label, locale)} width={width} height={height}>
      {answer?.summary ? (
        <DataTable
          columns={[{ title: t('tui.metric') }, { title: t('tui.value'), right: true }]}
          rows={summaryRows(answer, locale).slice(0, height - 4)}
          width={width - 4}
        />
      ) : (
        <Text>
          {dim(
            wrapText(empty, width - 4, true)
              .slice(0, height - 2)
              .join('\n'),
          )}
        </Text>
      )}
      {paid.length > 0 && <Text>{blue(sparkline(paid.slice(-(width - 4)), marks.plain))}</Text>}
    </Panel>
  );
}
