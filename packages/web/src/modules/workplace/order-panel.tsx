import { formatMetric, type OrderPanelAnswer, orderFacts, orderPanel } from '@gantry/core';
import { useState } from 'react';
import { useFormat, useSay, useT } from '../../app/i18n/index.ts';
import { Select } from '../../ui/index.ts';
import { Empty } from '../../ui/parts/index.ts';
import { OrderShares } from './order-shares.tsx';
import { Panel } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';
import { type OrderQuery, type OrderRange, orderRanges, useOrderPanel } from './use-panels.ts';

const { range: ranges, productType, payChannel } = orderPanel.input;

/** Orders of a range, of every kind or of one; says so when the platform has none yet. */
export function OrderPanel() {
  const t = useT();
  const [options, setQuery] = useState<OrderQuery>({ range: '7d', productType: null, payChannel: null });
  const query = useOrderPanel(options);
  return (
    <Panel
      title={t('console.workplace.orders')}
      query={query}
      testId="order-panel"
      extra={<Choices options={options} onChange={setQuery} />}
    >
      {(answer) => <Figures answer={answer} />}
    </Panel>
  );
}

interface ChoicesProps {
  readonly options: OrderQuery;
  readonly onChange: (options: OrderQuery) => void;
}

function Choices({ options, onChange }: ChoicesProps) {
  const t = useT();
  const localize = useSay();
  return (
    <>
      <Select
        label={t('console.workplace.range')}
        size="small"
        value={options.range}
        onChange={(range: OrderRange) => onChange({ ...options, range })}
        options={orderRanges.map((value) => ({ value, label: localize(ranges.options[value]) }))}
      />
      {([productType, payChannel] as const).map((field, at) => {
        const name = at === 0 ? 'productType' : 'payChannel';
        return (
          <Select
            key={name}
            label={localize(field.label)}
            placeholder={localize(field.label)}
            size="small"
            allowClear
            {...(options[name] === null ? {} : { value: options[name] })}
            onChange={(chosen?: string) => onChange({ ...options, [name]: chosen ?? null })}
            options={Object.entries(field.options).map(([value, words]) => ({ value, label: localize(words) }))}
          />
        );
      })}
    </>
  );
}

function Figures({ answer }: { readonly answer: OrderPanelAnswer }) {
  const t = useT();
  const format = useFormat();
  const { summary, series, compare, range } = answer;
  const { start, end } = range;
  if (summary === null)
    return <Empty title={t('console.workplace.noOrders')} hint={t('console.workplace.noOrdersHint', { start, end })} />;
  const before = compare?.reduce((sum, { paidFen }) => sum + paidFen, 0);
  return (
    <>
      <dl className="facts">
        {orderFacts(answer, format.locale).map(({ key, label, text }) => (
          <Fact key={key} name={label} value={text} />
        ))}
        {before === undefined ? null : (
          <Fact
            name={t('console.workplace.paidBefore')}
            value={formatMetric('paidFen', before, format.locale, range.currency)}
          />
        )}
      </dl>
      <Sparkline values={(series ?? []).map((point) => point.paidFen)} />
      <OrderShares answer={answer} />
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
