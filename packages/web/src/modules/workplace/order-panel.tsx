import { formatFen, formatMetric, listOrderFacts, type OrderPanelAnswer, orderPanel } from '@gantry/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useSay, useT } from '../../app/i18n/index.ts';
import { ChoiceMenu } from '../../ui/index.ts';
import { Empty } from '../../ui/parts/index.ts';
import { type OrderQuery, Panel, useOrderPanel } from './panel.tsx';
import type { Period } from './period.tsx';
import { Sparkline } from './sparkline.tsx';

/** Maximum number of products listed individually. */
const maxShown = 5;

interface SharesProps {
  readonly title: string;
  readonly rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly note: string;
    readonly figure: string;
    readonly to?: string | null;
    /** Fraction of the largest value, from 0 to 1, drawn as a bar behind the row. */
    readonly share?: number;
  }[];
}

function Shares({ title, rows }: SharesProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="panel-sub">{title}</h3>
      <ul className="shares">
        {rows.map(({ key, label, note, figure, to, share }) => (
          <li key={key} style={share === undefined ? undefined : { backgroundSize: `${share * 100}% 100%` }}>
            {to === undefined || to === null ? <span>{label}</span> : <Link to={to}>{label}</Link>}
            <span className="share-note">{note}</span>
            <strong>{figure}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Orders of the period by product, payment channel and status, followed by the latest orders. */
function OrderShares({ answer }: { readonly answer: OrderPanelAnswer }) {
  const t = useT();
  const format = useFormat();
  const filterPaid = (shares: OrderPanelAnswer['byChannel']) =>
    (shares ?? []).slice(0, maxShown).map(({ key, label, paid: count, paidFen, route }, _at, all) => ({
      ...{ key, label, note: `× ${format.number(count)}`, to: route },
      figure: formatFen(paidFen, format.locale, answer.range.currency),
      share: paidFen / Math.max(1, ...all.map((one) => one.paidFen)),
    }));
  const status = (answer.byStatus ?? []).map(({ key, label, count, route }) => ({
    ...{ key, label, note: '', figure: format.number(count) },
    to: route,
  }));
  const recent = (answer.recent ?? []).map(({ id, user, name, no, label, payableFen, route }) => ({
    ...{
      key: String(id),
      label: name || no,
      note: `${user.name} · ${label}`,
      figure: formatFen(payableFen, format.locale, answer.range.currency),
    },
    to: route,
  }));
  return (
    <>
      <Shares title={t('console.workplace.byProduct')} rows={filterPaid(answer.byProduct)} />
      <Shares title={t('console.workplace.byChannel')} rows={filterPaid(answer.byChannel)} />
      <Shares title={t('console.workplace.byStatus')} rows={status} />
      <Shares title={t('console.workplace.recentOrders')} rows={recent} />
    </>
  );
}

const { productType, payChannel } = orderPanel.input;

/** Orders of the period, of all types or one; shows a message while the platform has none. */
export function OrderPanel({ period }: { readonly period: Period }) {
  const t = useT();
  const [options, setQuery] = useState<OrderQuery>({ productType: null, payChannel: null });
  const query = useOrderPanel(period, options);
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
      {([productType, payChannel] as const).map((field, at) => {
        const name = at === 0 ? 'productType' : 'payChannel';
        return (
          <ChoiceMenu
            key={name}
            label={localize(field.label)}
            allLabel={t('console.workplace.all')}
            value={options[name]}
            onChange={(chosen) => onChange({ ...options, [name]: chosen })}
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
        {listOrderFacts(answer, format.locale).map(({ key, label, text }) => (
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
