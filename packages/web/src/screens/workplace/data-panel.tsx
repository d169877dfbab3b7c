import type { DataCard } from '@gantry/core';
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
        <strong className="stat-value" title={format.number(card.value)}>
          {card.value >= 1_000_000 ? format.compact(card.value) : format.number(card.value)}
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
  const today = t('console.workplace.today', { value: format.number(card.today) });
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

/** How many of the counted are enabled, waiting for their time, or there at all. */
function Extras({ card }: { readonly card: DataCard }) {
  const t = useT();
  const format = useFormat();
  const words = { enabled: 'enabled', scheduled: 'scheduled', total: 'ofTotal' } as const;
  return (Object.keys(words) as (keyof typeof words)[]).map((key) => {
    const value = card[key];
    if (typeof value !== 'number' || (key === 'scheduled' && value === 0)) return null;
    return <span key={key}>{t(`console.workplace.${words[key]}`, { value: format.number(value) })}</span>;
  });
}
