import { type DataCard, tellFigure } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '../../i18n/index.ts';
import { Panel } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';
import { type Metric, useContentData, useDataPanel } from './use-panels.ts';

/** Cards whose last days can be drawn, by the metric that has them. */
const courses: Readonly<Record<string, Metric>> = {
  messages: 'chats',
  sessions: 'sessions',
  tokens: 'tokens',
  violations: 'violations',
};
/** As many days as the content chart shows at first, so that both ask once. */
export const courseDays = 14;

/** The platform in a few figures, today against yesterday. */
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
        <strong className="stat-value" title={tellFigure(card.key, card.value, format.locale)}>
          {shownValue(card, format)}
        </strong>
        {metric ? <Course metric={metric} /> : null}
      </span>
      <span className="stat-note">
        <Change card={card} />
        <Extras card={card} />
      </span>
    </li>
  );
}

/** Large counts in short; money to the fen. */
function shownValue({ key, value }: DataCard, format: ReturnType<typeof useFormat>): string {
  return key.endsWith('Fen') || value < 1_000_000 ? tellFigure(key, value, format.locale) : format.compact(value);
}

function Course({ metric }: { readonly metric: Metric }) {
  const { data } = useContentData(metric, courseDays);
  return data ? <Sparkline values={data.points.map((point) => point.y)} /> : null;
}

/** Up or down against yesterday: an arrow, a word for those who do not see it, and the figure. */
function Change({ card }: { readonly card: DataCard }) {
  const t = useT();
  const format = useFormat();
  if (card.today === undefined) return null;
  const { deltaBps } = card;
  const today = t('console.workplace.today', { value: tellFigure(card.key, card.today, format.locale) });
  if (deltaBps === null || deltaBps === undefined) return <span>{today}</span>;
  const value = format.change(deltaBps);
  const word = deltaBps > 0 ? 'up' : deltaBps < 0 ? 'down' : 'same';
  return (
    <>
      <span>{today}</span>
      <span className="stat-change">
        <span aria-hidden="true">{deltaBps > 0 ? '▲' : deltaBps < 0 ? '▼' : '–'}</span>
        <span className="unseen">{t(`console.workplace.${word}`, { value })}</span>
        <span aria-hidden="true">{value}</span>
      </span>
    </>
  );
}

const extraWords = {
  enabled: 'enabled',
  scheduled: 'scheduled',
  total: 'ofTotal',
  failed: 'failed',
  spent: 'spent',
  ending: 'ending',
  pending: 'pending',
  undelivered: 'undelivered',
} as const;
/** Told even where there is none of it. */
const alwaysTold: readonly string[] = ['enabled', 'total', 'spent'];

/** Of the counted, how many are enabled, wait, failed or are there at all. */
function Extras({ card }: { readonly card: DataCard }) {
  const t = useT();
  const format = useFormat();
  return (Object.keys(extraWords) as (keyof typeof extraWords)[]).map((key) => {
    const value = card[key];
    if (typeof value !== 'number' || (value === 0 && !alwaysTold.includes(key))) return null;
    return <span key={key}>{t(`console.workplace.${extraWords[key]}`, { value: format.number(value) })}</span>;
  });
}
