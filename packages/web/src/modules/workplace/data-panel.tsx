import { type DataCard, formatMetric, isMoneyFigure, notifyChange } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { type Metric, Panel, useContentData, useDataPanel } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';

/** Cards whose last days can be drawn, by the metric that has them. */
const courses: Readonly<Record<string, Metric>> = {
  messages: 'chats',
  sessions: 'sessions',
  tokens: 'tokens',
  violations: 'violations',
};
/** As many days as the content chart shows at first, so that both ask once. */
export const courseDays = 14;

/** The platform in a few figures, today against as much of yesterday. */
export function DataPanel() {
  const t = useT();
  const format = useFormat();
  const query = useDataPanel();
  if (query.data?.cards.length === 0) return null;
  const asOf = query.data ? t('console.asOf', { time: format.clock(Date.parse(query.data.asOf)) }) : null;
  return (
    <Panel title={t('console.workplace.figures')} query={query} testId="data-panel" extra={asOf}>
      {(data) => (
        <ul className="stat-cards">
          {data.cards.map((card) => (
            <Card key={card.key} card={card} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Card({ card }: { readonly card: DataCard }) {
  const format = useFormat();
  const metric = courses[card.key];
  return (
    <li className="stat" data-testid={`card-${card.key}`}>
      <span className="stat-label">
        {card.route === null ? (
          card.label
        ) : (
          <Link className="stat-link" to={card.route}>
            {card.label}
          </Link>
        )}
      </span>
      <span className="stat-line">
        <strong className="stat-value" title={formatMetric(card.key, card.value, format.locale, card.currency)}>
          {shownValue(card, format)}
        </strong>
        {metric ? <Course metric={metric} /> : null}
      </span>
      <span className="stat-note">
        <Change card={card} />
        {card.notes.map(({ key, text }) => (
          <span key={key}>{text}</span>
        ))}
      </span>
    </li>
  );
}

/** Large counts in short; money to the fen. */
function shownValue({ key, value, currency }: DataCard, format: ReturnType<typeof useFormat>): string {
  return isMoneyFigure(key) || value < 1_000_000
    ? formatMetric(key, value, format.locale, currency)
    : format.compact(value);
}

function Course({ metric }: { readonly metric: Metric }) {
  const { data } = useContentData(metric, courseDays);
  return data ? <Sparkline values={data.points.map((point) => point.y)} /> : null;
}

/** Up or down against as much of yesterday: an arrow, words for those who do not see it, the figure, and what it is compared with. */
function Change({ card }: { readonly card: DataCard }) {
  const t = useT();
  const format = useFormat();
  const { today, yesterdayByNow, deltaBps } = card;
  if (today === undefined) return null;
  const report = (value: number) => formatMetric(card.key, value, format.locale, card.currency);
  return (
    <>
      <span>{t('console.workplace.today', { value: report(today) })}</span>
      {deltaBps === null || deltaBps === undefined ? null : <Delta bps={deltaBps} />}
      {yesterdayByNow === undefined ? null : (
        <span>{t('console.workplace.yesterdayByNow', { value: report(yesterdayByNow) })}</span>
      )}
    </>
  );
}

function Delta({ bps }: { readonly bps: number }) {
  const t = useT();
  const value = notifyChange(bps);
  const word = bps > 0 ? 'up' : bps < 0 ? 'down' : 'same';
  return (
    <span className="stat-change">
      <span aria-hidden="true">{bps > 0 ? '▲' : bps < 0 ? '▼' : '–'}</span>
      <span className="unseen">{t(`console.workplace.${word}`, { value })}</span>
      <span aria-hidden="true">{value}</span>
    </span>
  );
}
