import { type DataCard, formatMetric, isMoneyFigure } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { Panel, useDataPanel } from './panel.tsx';

/** Record counts of the platform: the total, today's additions and remarks. */
export function DataPanel() {
  const t = useT();
  const format = useFormat();
  const query = useDataPanel();
  if (query.data?.cards.length === 0) return null;
  const asOf = query.data ? t('console.asOf', { time: format.clock(Date.parse(query.data.asOf)) }) : null;
  return (
    <Panel title={t('console.workplace.figures')} query={query} testId="data-panel" extra={asOf} rows={8}>
      {(data) => (
        <ul className="counts">
          {data.cards.map((card) => (
            <Count key={card.key} card={card} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Count({ card }: { readonly card: DataCard }) {
  const t = useT();
  const format = useFormat();
  const report = (value: number) => formatMetric(card.key, value, format.locale, card.currency);
  const today = card.today === undefined ? [] : [t('console.workplace.today', { value: report(card.today) })];
  return (
    <li className="count" data-testid={`card-${card.key}`}>
      {card.route === null ? <span>{card.label}</span> : <Link to={card.route}>{card.label}</Link>}
      <span className="count-note">{[...today, ...card.notes.map(({ text }) => text)].join(' · ')}</span>
      <strong title={report(card.value)}>
        {isMoneyFigure(card.key) || card.value < 1_000_000 ? report(card.value) : format.compact(card.value)}
      </strong>
    </li>
  );
}
