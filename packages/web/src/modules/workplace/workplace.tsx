import './workplace.css';
import {
  admins,
  allowsRole,
  type ContentDataAnswer,
  canCall,
  canUse,
  contentData,
  type DataPanelAnswer,
  everyone,
  getChartColors,
  type Message,
  notifyChange,
  orderPanel,
  usageReport,
} from '@gantry/core';
import { useDeferredValue, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useFormat, useSay, useT } from '../../app/i18n/index.ts';
import { MessageRow, useMarkRead, useMessages } from '../../app/messages/index.ts';
import { usePermittedScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';
import { FiguresTable } from '../../ui/charts/figures-table.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Select } from '../../ui/index.ts';
import { Empty, PageFrame, PlainTable } from '../../ui/parts/index.ts';
import { courseDays, DataPanel } from './data-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { type Metric, metrics, Panel, useContentData, useDataPanel } from './panel.tsx';
import { SystemPanel } from './system-panel.tsx';

/** Who spent most since Monday, and on which model. */
const spenders = `${usageReport.path}?range=week&by=user,model`;

/** Models by how much they were asked, against the period before. */
function TopModels({ top }: { readonly top: ContentDataAnswer['top'] }) {
  const t = useT();
  const { rights } = useSession();
  const spending = canUse(rights, usageReport) ? <Link to={spenders}>{t('console.workplace.spenders')}</Link> : null;
  // Points are spent on what is no conversation as well.
  if (top.length === 0) return spending ? <div className="panel-subs">{spending}</div> : null;
  return (
    <>
      <div className="panel-subs">
        <h3 className="panel-sub">{t('console.workplace.topModels')}</h3>
        {spending}
      </div>
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
              <td className="number">{model.increases === null ? '–' : notifyChange(model.increases * 100)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </>
  );
}

const ranges = [7, 14, 30, 90] as const;
type Range = (typeof ranges)[number];

/** What happened day by day, by kind, and which models were asked most. */
function ContentPanel() {
  const t = useT();
  const localize = useSay();
  const [metric, setMetric] = useState<Metric>('chats');
  const [days, setDays] = useState<Range>(courseDays);
  const query = useContentData(metric, days);
  const options = contentData.input.metric.options;
  const choices = (
    <>
      <Select
        label={t('console.workplace.metric')}
        size="small"
        value={metric}
        onChange={setMetric}
        options={metrics.map((name) => ({ value: name, label: localize(options[name]) }))}
      />
      <Select
        label={t('console.workplace.range')}
        size="small"
        value={days}
        onChange={setDays}
        options={ranges.map((value) => ({ value, label: t(`console.workplace.days${value}`) }))}
      />
    </>
  );
  return (
    <Panel title={t('console.workplace.content')} query={query} testId="content-panel" extra={choices} rows={8}>
      {(data) => (
        <>
          <Course data={data} label={localize(options[metric])} />
          <TopModels top={data.top} />
        </>
      )}
    </Panel>
  );
}

function Course({ data, label }: { readonly data: ContentDataAnswer; readonly label: string }) {
  const t = useT();
  const format = useFormat();
  const shown = useDeferredValue(data);
  const total = shown.points.reduce((sum, point) => sum + point.y, 0);
  if (total === 0) return <Empty title={t('console.workplace.noContent')} />;
  const parts = shown.series.filter((series) => series.points.some((point) => point.y > 0));
  const lines = parts.length > 1 ? parts : [{ key: 'all', label, points: shown.points }];
  const days = shown.points.map((point) => point.x);
  const colors = getChartColors(lines.length);
  const series = lines.map((line, at) => ({
    label: line.label,
    values: line.points.map((point) => point.y),
    color: colors[at] ?? '#4080FF',
  }));
  return (
    <>
      <p className="panel-total">
        {label} · {t('console.workplace.total', { value: format.number(total) })}
      </p>
      <LineChart label={`${t('console.workplace.content')}: ${label}`} days={days} series={series} />
      <FiguresTable caption={label} axis={t('console.workplace.day')} points={days} series={series} />
    </>
  );
}

const shown = 6;

/** What waits for somebody, each with the list where it is dealt with, and the latest messages. */
function MessagePanel() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const query = useMessages();
  const markRead = useMarkRead();
  const open = (message: Message) => {
    if (message.status === 0) markRead.mutate({ id: message.id });
    if (message.route) void navigate(message.route);
  };
  return (
    <Panel id="messages" title={t('console.workplace.messages')} query={query} testId="message-panel">
      {({ todos, messages }) => {
        const waiting = todos.filter((todo) => todo.count > 0);
        return (
          <>
            <h3 className="panel-sub">{t('console.workplace.todos')}</h3>
            {waiting.length === 0 ? <p className="hint">{t('console.workplace.noTodo')}</p> : null}
            <ul className="todos">
              {waiting.map((todo) => (
                <li key={todo.key}>
                  <Link to={todo.route} className="todo">
                    <span>{todo.label}</span>
                    <strong>{format.number(todo.count)}</strong>
                  </Link>
                </li>
              ))}
            </ul>
            <h3 className="panel-sub">{t('console.workplace.latest')}</h3>
            {messages.length === 0 ? <p className="hint">{t('console.messages.none')}</p> : null}
            <ul className="latest">
              {messages.slice(0, shown).map((message) => (
                <li key={message.id}>
                  <MessageRow message={message} onOpen={() => open(message)} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Panel>
  );
}

/** What a platform needs before it can serve anybody, in the order in which one part needs the other. */
const steps = [
  { word: 'site', path: '/form/group', query: '' },
  { word: 'key', path: '/ai/api_key', query: '?new=1' },
  { word: 'model', path: '/ai/model_system', query: '?new=1' },
  { word: 'service', path: '/expand/app', query: '?tab=service-client&new=1' },
] as const;

/** Nobody uses the platform yet, and it has no key to answer with. */
function isNew({ cards }: DataPanelAnswer): boolean {
  const users = cards.find(({ key }) => key === 'users');
  const keys = cards.find(({ key }) => key === 'keysWithProblems');
  return users?.value === 0 && keys?.total === 0;
}

/** The way from an empty server to a platform that works, for whoever can go it. */
function FirstSteps() {
  const t = useT();
  const titleId = useId();
  const { role } = useSession();
  const { data } = useDataPanel();
  const open = new Set(usePermittedScreens().map(({ path }) => path));
  const shown = steps.filter(({ path }) => open.has(path));
  if (!data || !isNew(data) || !allowsRole(admins, role) || shown.length === 0) return null;
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

/** What is begun most often from here: each leads to the question that it asks. */
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
  { word: 'whyBlocked', path: '/ai/ai_limit_text', query: '?open=test', roles: everyone },
  {
    word: 'testRecall',
    path: '/ai/ai_know_list/ai_know_search',
    query: '?tab=recall-record&run=test',
    roles: everyone,
  },
  { word: 'addColleague', path: '/admins/admin-table', query: '?tab=admin&run=invite', roles: admins },
] as const;

/** Short ways to daily work, of what the person may do. */
function QuickWays() {
  const t = useT();
  const { role } = useSession();
  const open = new Set(usePermittedScreens().map(({ path }) => path));
  const shown = ways.filter(({ path, roles }) => open.has(path) && allowsRole(roles, role));
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

/** The home page: panels of real figures, of what the person may see; each stands, fails and is tried again on its own. */
export function Workplace() {
  const t = useT();
  const { user, rights } = useSession();
  return (
    <PageFrame about={t('console.workplace.welcome', { name: user.name || user.username })} actions={<QuickWays />}>
      <div className="workplace">
        <div className="workplace-main">
          <FirstSteps />
          <DataPanel />
          {canCall(rights, contentData) ? <ContentPanel /> : null}
          <SystemPanel />
        </div>
        <div className="workplace-side">
          <MessagePanel />
          {canCall(rights, orderPanel) ? <OrderPanel /> : null}
        </div>
      </div>
    </PageFrame>
  );
}
