import { formatFen, type OrderPanelAnswer } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';

/** Products that are named one by one, at most. */
const maxShown = 5;

interface SharesProps {
  readonly title: string;
  readonly rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly note: string;
    readonly figure: string;
    readonly to?: string | null;
  }[];
}

function Shares({ title, rows }: SharesProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="panel-sub">{title}</h3>
      <ul className="shares">
        {rows.map(({ key, label, note, figure, to }) => (
          <li key={key}>
            {to === undefined || to === null ? <span>{label}</span> : <Link to={to}>{label}</Link>}
            <span className="share-note">{note}</span>
            <strong>{figure}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the orders of the range were for, how they were paid and how they stand; then the last of all. */
export function OrderShares({ answer }: { readonly answer: OrderPanelAnswer }) {
  const t = useT();
  const format = useFormat();
  const paid = (shares: OrderPanelAnswer['byChannel']) =>
    (shares ?? []).slice(0, maxShown).map(({ key, label, paid: count, paidFen, route }) => ({
      ...{ key, label, note: `× ${format.number(count)}`, to: route },
      figure: formatFen(paidFen, format.locale, answer.range.currency),
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
      <Shares title={t('console.workplace.byProduct')} rows={paid(answer.byProduct)} />
      <Shares title={t('console.workplace.byChannel')} rows={paid(answer.byChannel)} />
      <Shares title={t('console.workplace.byStatus')} rows={status} />
      <Shares title={t('console.workplace.recentOrders')} rows={recent} />
    </>
  );
}
