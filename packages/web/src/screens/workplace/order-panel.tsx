import { orderPanel, tellFigure } from '@gantry/core';
import { useState } from 'react';
import { useFormat, useSay, useT } from '../../i18n/index.ts';
import { Empty } from '../../parts/index.ts';
import { Select } from '../../ui/index.ts';
import { OrderShares } from './order-shares.tsx';
import { Panel } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';
import { type OrderRange, orderRanges, useOrderPanel } from './use-panels.ts';

/** Orders of a range; says so when the platform has none yet. */
export function OrderPanel() {
  const t = useT();
  const say = useSay();
  const format = useFormat();
  const [range, setRange] = useState<OrderRange>('7d');
  const query = useOrderPanel(range);
  const options = orderPanel.input.range.options;
  const choice = (
    <Select
      label={t('console.workplace.range')}
      size="small"
      value={range}
      onChange={setRange}
      options={orderRanges.map((value) => ({ value, label: say(options[value]) }))}
    />
  );
  return (
    <Panel title={t('console.workplace.orders')} query={query} testId="order-panel" extra={choice}>
      {(answer) => {
        const {
          summary,
          labels,
          series,
          range: { start, end },
        } = answer;
        return summary === null ? (
          <Empty title={t('console.workplace.noOrders')} hint={t('console.workplace.noOrdersHint', { start, end })} />
        ) : (
          <>
            <dl className="facts">
              {Object.entries(summary).map(([key, value]) => (
                <div key={key}>
                  <dt>{labels[key] ?? key}</dt>
                  <dd>{tellFigure(key, value, format.locale)}</dd>
                </div>
              ))}
            </dl>
            <Sparkline values={(series ?? []).map((point) => point.paidFen)} />
            <OrderShares answer={answer} />
          </>
        );
      }}
    </Panel>
  );
}
