import { formatShare, type MemoryPanelAnswer } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { Tag } from '../../ui/index.ts';
import { Panel, systemEveryMs, useSystemPanel } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';

/** The machine, the process and the database, refreshed every few seconds. */
export function SystemPanel() {
  const t = useT();
  const format = useFormat();
  const query = useSystemPanel();
  const asOf = query.data ? t('console.asOf', { time: format.clock(Date.parse(query.data.asOf)) }) : '';
  const extra = <span title={t('console.workplace.refreshing', { seconds: systemEveryMs / 1000 })}>{asOf}</span>;
  return (
    <Panel title={t('console.workplace.system')} query={query} id="system" testId="system-panel" extra={extra} rows={6}>
      {(data) => (
        <>
          <div className="gauges">
            <Gauge
              name={t('console.workplace.cpu')}
              status={getStatus(data, 'cpu')}
              pct={data.cpu.pct}
              course={data.history.cpu}
              note={t('console.workplace.cores', {
                count: data.host.cpus,
                load: data.host.load.map((value) => value.toFixed(2)).join(' '),
              })}
            />
            <Gauge
              name={t('console.workplace.memory')}
              status={getStatus(data, 'memory')}
              pct={data.memory.pct}
              course={data.history.mem}
              note={t('console.workplace.ofSize', {
                used: format.bytes(data.memory.used),
                total: format.bytes(data.memory.total),
              })}
            />
            {data.disk.map((disk) => (
              <Gauge
                key={disk.mount}
                name={t('console.workplace.disk', { mount: disk.mount })}
                status={getStatus(data, 'disk')}
                pct={disk.pct}
                course={[]}
                note={t('console.workplace.ofSize', { used: format.bytes(disk.used), total: format.bytes(disk.total) })}
              />
            ))}
          </div>
          <Facts data={data} />
          <Health health={data.health} />
          <Queues queue={data.queue} />
          <Services services={data.services} />
        </>
      )}
    </Panel>
  );
}

type Status = MemoryPanelAnswer['health'][number]['status'];

/** Returns the status of a bar: the health of what it measures. */
const getStatus = ({ health }: MemoryPanelAnswer, key: string): Status =>
  health.find((entry) => entry.key === key)?.status ?? 'ok';

interface GaugeProps {
  readonly name: string;
  readonly status: Status;
  readonly pct: number;
  readonly course: readonly number[];
  readonly note: string;
}

function Gauge({ name, status, pct, course, note }: GaugeProps) {
  const format = useFormat();
  return (
    <div className="gauge">
      <span className="gauge-head">
        <span>{name}</span>
        <strong>{format.percent(pct)}</strong>
      </span>
      <meter className={`gauge-bar ${status}`} min={0} max={100} value={pct} aria-label={name} />
      <span className="gauge-foot">
        <span>{note}</span>
        <Sparkline values={course} max={100} height={20} />
      </span>
    </div>
  );
}

/** Returns the version with the commit, if known. */
const buildOf = ({ version, commit }: MemoryPanelAnswer['process']) =>
  commit === null ? version : `${version} (${commit})`;

function getStorageWords({ driver, ok }: MemoryPanelAnswer['storage'], t: ReturnType<typeof useT>): string {
  const where = t(driver === 's3' ? 'console.workplace.inObjects' : 'console.workplace.inDatabase');
  return ok === null ? where : `${where} · ${t(ok ? 'console.workplace.ok' : 'console.workplace.bad')}`;
}

function Facts({ data }: { readonly data: MemoryPanelAnswer }) {
  const t = useT();
  const format = useFormat();
  const formatMs = (value: number | null) =>
    value === null ? '–' : `${format.number(Math.round(value * 10) / 10)} ms`;
  const rows = [
    [t('console.workplace.requests'), format.number(data.http.rpm)],
    [t('console.workplace.slowest'), formatMs(data.http.p95Ms)],
    [t('console.workplace.errors'), format.number(data.http.errors5m)],
    [
      t('console.workplace.database'),
      `${data.db.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} · ${data.db.size === null ? '–' : format.bytes(data.db.size)} · ${formatMs(data.db.latencyMs)}`,
    ],
    ...(data.db.pool === null
      ? []
      : [[t('console.workplace.pool'), t('console.workplace.poolNow', { ...data.db.pool })] as const]),
    [t('console.workplace.storage'), getStorageWords(data.storage, t)],
    [t('console.workplace.process'), `${buildOf(data.process)} · Node.js ${data.process.node.replace(/^v/, '')}`],
    [t('console.workplace.rss'), format.bytes(data.process.rss)],
    [t('console.workplace.loop'), formatMs(data.process.eventLoopP99Ms)],
    [t('console.workplace.uptime'), format.duration(data.process.uptimeS)],
  ] as const;
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const tones = { ok: 'green', warn: 'orange', bad: 'red' } as const;

function Health({ health }: Pick<MemoryPanelAnswer, 'health'>) {
  const t = useT();
  if (health.length === 0) return null;
  return (
    <>
      <h3 className="panel-sub">{t('console.workplace.health')}</h3>
      <ul className="health">
        {health.map((entry) => (
          <li key={entry.key}>
            <Tag size="small" color={tones[entry.status]}>
              {t(`console.workplace.${entry.status}`)}
            </Tag>
            <span>{entry.label}</span>
            <span className="health-note">{entry.message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Pending jobs by queue; empty queues are omitted. */
function Queues({ queue }: Pick<MemoryPanelAnswer, 'queue'>) {
  const t = useT();
  const format = useFormat();
  const busy = queue.filter(({ waiting, running, failed, stuck }) => waiting + running + failed + stuck > 0);
  if (queue.length === 0) return null;
  return (
    <>
      <h3 className="panel-sub">{t('console.workplace.queues')}</h3>
      {busy.length === 0 ? <p className="share-note">{t('console.workplace.noQueue')}</p> : null}
      <ul className="shares" data-testid="queues">
        {busy.map(({ key, label, waiting, running, failed, oldestWaitS, stuck, route }) => (
          <li key={key}>
            <Link to={route}>{label}</Link>
            <span className="share-note">
              {[
                t('console.workplace.running', { value: format.number(running) }),
                ...(oldestWaitS === null
                  ? []
                  : [t('console.workplace.oldest', { value: format.duration(oldestWaitS) })]),
                ...(failed === 0 ? [] : [t('console.workplace.failedToday', { value: format.number(failed) })]),
                ...(stuck === 0 ? [] : [t('work.stuck', { count: format.number(stuck) })]),
              ].join(' · ')}
            </span>
            <strong>{t('console.workplace.waiting', { value: format.number(waiting) })}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Services that call the server, the most recent callers first. */
function Services({ services }: Pick<MemoryPanelAnswer, 'services'>) {
  const t = useT();
  const format = useFormat();
  if (services === null || services.length === 0) return null;
  return (
    <>
      <h3 className="panel-sub">{t('console.workplace.services')}</h3>
      <ul className="shares" data-testid="services">
        {services.map(({ id, name, lastSeenS, rpm, errorBps }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="share-note">
              {lastSeenS === null
                ? t('console.workplace.neverSeen')
                : t('console.workplace.seen', { value: format.duration(lastSeenS) })}
              {errorBps === null || errorBps === 0
                ? ''
                : ` · ${t('console.workplace.errorShare', { value: formatShare(errorBps, format.locale, 1) })}`}
            </span>
            <strong>{t('console.workplace.rpm', { value: format.number(rpm) })}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
