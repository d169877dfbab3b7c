import './workplace.css';
import {
  admins,
  type ContentDataAnswer,
  canCall,
  canChange,
  canUse,
  contentData,
  type DataPanelAnswer,
  everyone,
  formatChange,
  orderPanel,
  usageReport,
} from '@gantry/core';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { usePermittedScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';
import { Empty, PageFrame, PlainTable } from '../../ui/parts/index.ts';
import { DataPanel } from './data-panel.tsx';
import { HealthLine } from './health-line.tsx';
import { MessagePanel, TodoPanel } from './inbox.tsx';
import { OrderPanel } from './order-panel.tsx';
import { HeadlineChart, Headlines } from './overview.tsx';
import { Panel, useContentData, useDataPanel } from './panel.tsx';
import { type Period, usePeriod } from './period.tsx';
import { SystemPanel } from './system-panel.tsx';

/** The users with the highest usage since Monday, and their models. */
const spenders = `${usageReport.path}?range=this-week&by=user,model`;

/** Models by number of messages, compared with the previous period. */
function TopModels({ top }: { readonly top: ContentDataAnswer['top'] }) {
  const t = useT();
  const { rights } = useSession();
  const spending = canUse(rights, usageReport) ? <Link to={spenders}>{t('console.workplace.spenders')}</Link> : null;
  // Credits are not only spent on conversations.
  if (top.length === 0) return spending ? <div className="panel-subs">{spending}</div> : null;
  return (
    <>
      <div className="panel-subs">
        <h3 className="panel-sub">{t('console.workplace.topModels')}</h3>
        {spending}
      </div>
      <div className="panel-scroll">
        <PlainTable>
          <thead>
            <tr>
              <th scope="col" className="narrow">
                {t('console.workplace.rank')}
              </th>
              <th scope="col">{t('console.workplace.title')}</th>
              <th scope="col" className="number">
                {t('console.workplace.count')}
              </th>
              <th scope="col" className="number">
                {t('console.workplace.increase')}
              </th>
            </tr>
          </thead>
          <tbody>
            {top.map((model, at) => (
              <tr key={model.key}>
                <td className="narrow">{at + 1}</td>
                <td>{model.title}</td>
                <td className="number">{model.clickNumber}</td>
                <td className="number">{model.increases === null ? '–' : formatChange(model.increases * 100)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </>
  );
}

const maxDays = 90;

/** Returns the number of days of the period, counted back from today. */
function getDays({ range, start, end }: Period): number {
  if (range === 'today') return 1;
  if (range !== 'custom') return range === 'last-7d' ? 7 : 30;
  return Math.min(maxDays, Math.round((Date.parse(end ?? '') - Date.parse(start ?? '')) / 86_400_000) + 1);
}

/** Usage in as many days as the period has: messages by type, and the most used models. */
function ContentPanel({ period }: { readonly period: Period }) {
  const t = useT();
  const days = getDays(period);
  const query = useContentData(days);
  return (
    <Panel
      title={t('console.workplace.content')}
      query={query}
      testId="content-panel"
      extra={t('console.workplace.lastDays', { count: days })}
      rows={8}
    >
      {(data) => (
        <>
          <Kinds data={data} />
          <TopModels top={data.top} />
        </>
      )}
    </Panel>
  );
}

/** Messages by conversation type, the most frequent first. */
function Kinds({ data }: { readonly data: ContentDataAnswer }) {
  const t = useT();
  const format = useFormat();
  const sums = data.series
    .map(({ key, label, points }) => ({ key, label, sum: points.reduce((sum, { y }) => sum + y, 0) }))
    .filter(({ sum }) => sum > 0)
    .sort((one, other) => other.sum - one.sum);
  const total = sums.reduce((all, { sum }) => all + sum, 0);
  if (total === 0) return <Empty title={t('console.workplace.noContent')} />;
  return (
    <ul className="kinds">
      {sums.map(({ key, label, sum }) => (
        <li key={key}>
          <span>{label}</span>
          <meter className="gauge-bar" min={0} max={total} value={sum} aria-label={label} />
          <strong>{format.number(sum)}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The setup steps of a platform, in order of their dependencies. */
const steps = [
  { word: 'site', path: '/form/group', query: '' },
  { word: 'key', path: '/ai/api_key', query: '?new=1' },
  { word: 'model', path: '/ai/model_system', query: '?new=1' },
  { word: 'service', path: '/expand/app', query: '?tab=service-client&new=1' },
] as const;

/** Whether the platform has neither users nor a key yet. */
function isNew({ cards }: DataPanelAnswer): boolean {
  const users = cards.find(({ key }) => key === 'users');
  const keys = cards.find(({ key }) => key === 'keysWithProblems');
  return users?.value === 0 && keys?.total === 0;
}

/** The setup steps that the user can perform on a new platform; none once it is in use. */
function useFirstSteps() {
  const { rights } = useSession();
  const { data } = useDataPanel();
  const open = new Set(usePermittedScreens().map(({ path }) => path));
  const isOpen = (path: string) => open.has(path) && canChange(rights, { roles: admins, path });
  return data && isNew(data) ? steps.filter(({ path }) => isOpen(path)) : [];
}

function FirstSteps({ shown }: { readonly shown: ReturnType<typeof useFirstSteps> }) {
  const t = useT();
  const titleId = useId();
  return (
    <section className="card panel" aria-labelledby={titleId} data-testid="first-steps">
      <header className="panel-head">
        <h2 id={titleId}>{t('console.workplace.firstSteps')}</h2>
      </header>
      <ol className="first-steps">
        {shown.map(({ word, path, query }) => (
          <li key={word} className="first-step">
            <Link to={path + query}>{t(`console.workplace.first.${word}`)}</Link>
            <span>{t(`console.workplace.firstWhy.${word}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const status = encodeURIComponent(JSON.stringify({ status: ['active'] }));

/** The most common actions; each opens its dialog. */
const ways = [
  { word: 'makeCodes', path: '/market/kami-table', query: '?tab=redeem-batch&run=generate', roles: admins },
  {
    word: 'extendAll',
    path: '/market/vip-table',
    query: `?tab=user-membership&f=${status}&bulk=extend`,
    roles: admins,
  },
  { word: 'notifyUsers', path: '/news/notice-table', query: '?run=compose', roles: everyone },
  { word: 'importKeys', path: '/ai/api_key', query: '?run=import', roles: admins },
  { word: 'whyBlocked', path: '/ai/ai_limit_text', query: '?open=test', roles: everyone, reads: true },
  {
    word: 'testRecall',
    path: '/ai/ai_know_list/ai_know_search',
    query: '?tab=recall-record&run=test',
    roles: everyone,
  },
  { word: 'addColleague', path: '/admins/admin-table', query: '?tab=admin&run=invite', roles: admins },
] as const;

/** Shortcuts for daily work, limited to what the user may do. */
function QuickWays() {
  const t = useT();
  const { rights } = useSession();
  const open = new Set(usePermittedScreens().map(({ path }) => path));
  const shown = ways.filter((way) => open.has(way.path) && ('reads' in way ? canUse : canChange)(rights, way));
  if (shown.length === 0) return null;
  return (
    <nav className="quick-ways" aria-label={t('console.workplace.quick')}>
      {shown.map(({ word, path, query }) => (
        <Link key={word} to={path + query} className="quick-way">
          {t(`console.workplace.${word}`)}
        </Link>
      ))}
    </nav>
  );
}

/** The home page: business metrics, pending work and system health. Each panel fails and retries independently. */
export function Workplace() {
  const t = useT();
  const { user, rights } = useSession();
  const [period, setPeriod] = usePeriod();
  const [metric, setMetric] = useState<string | null>(null);
  const first = useFirstSteps();
  return (
    <PageFrame about={t('console.workplace.welcome', { name: user.name || user.username })} actions={<QuickWays />}>
      <div className="workplace">
        <HealthLine />
        {first.length > 0 ? (
          <FirstSteps shown={first} />
        ) : (
          <Headlines period={period} onPeriod={setPeriod} metric={metric} onMetric={setMetric} />
        )}
        <div className="workplace-columns">
          <div className="workplace-main">
            <HeadlineChart period={period} metric={metric} onMetric={setMetric} />
            {canCall(rights, contentData) ? <ContentPanel period={period} /> : null}
            <SystemPanel />
          </div>
          <div className="workplace-side">
            <TodoPanel />
            {canCall(rights, orderPanel) ? <OrderPanel period={period} /> : null}
            <MessagePanel />
          </div>
        </div>
        <DataPanel />
      </div>
    </PageFrame>
  );
}
