import './usage.css';
import {
  costPerYuan,
  type ExportFormat,
  getChartColors,
  type UsageChartAnswer,
  type UsageMeasure,
  type UsageReportAnswer,
  usageChart,
  usageExport,
  usageMeasures,
  usageReport,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useCalls } from '../../fields/index.ts';
import { ExportMenu } from '../../resource/transfer/export-menu.tsx';
import { useSavedFile } from '../../resource/transfer/use-export.ts';
import { FiguresTable } from '../../ui/charts/figures-table.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Button } from '../../ui/index.ts';
import { Empty, ErrorState, Loading } from '../../ui/parts/index.ts';
import { UsageFilters } from './usage-filters.tsx';
import { sumColumns, UsageTable } from './usage-table.tsx';
import { getUsageScope, isTime, type UsageQuery, useUsageUrl, useUsageWords } from './use-usage-url.ts';

/** The chart of the matching usage, split by the first dimension that is not a time. */
function UsageChart({ usageQuery }: { readonly usageQuery: UsageQuery }) {
  const calls = useCalls();
  const split = usageQuery.by.find((name) => !isTime(name)) ?? null;
  const { measure } = usageQuery;
  const body = { ...getUsageScope(usageQuery), measure, split };
  const query = useQuery({
    queryKey: ['usage-chart', body],
    queryFn: async ({ signal }) => {
      const answer = await calls.call<UsageChartAnswer>(usageChart.call, body, { signal });
      return { answer, measure };
    },
    placeholderData: (before) => before,
  });
  if (query.isPending) return <Loading />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Drawn {...query.data} isOpen={includesNow(usageQuery)} />;
}

interface DrawnProps {
  readonly answer: UsageChartAnswer;
  /** The measure of the shown response; while another one is loading, not the selected one. */
  readonly measure: UsageMeasure;
  /** Whether the last point is incomplete, because its time is not over. */
  readonly isOpen: boolean;
}

/** Whether a time range ends in the future, so that its last point is incomplete. */
function includesNow({ range, to }: UsageQuery): boolean {
  if (range === 'yesterday') return false;
  return range !== 'custom' || to === null || Date.parse(to) > Date.now();
}

function Drawn({ answer, measure, isOpen }: DrawnProps) {
  const t = useUsageWords();
  const localize = useSay();
  const measured = t('usage.measured', { measure: localize(usageMeasures[measure]), unit: t(`usage.unit.${measure}`) });
  const label = `${t('usage.chart')}: ${measured}`;
  const scale = measure === 'cost' ? costPerYuan : 1;
  const { points, series } = useMemo(() => {
    const colors = getChartColors(answer.series.length);
    return {
      points: answer.points.map((point) => point.label),
      series: answer.series.map(({ label: name, values }, at) => ({
        label: name,
        values: values.map((value) => value / scale),
        color: colors[at] ?? '#4080FF',
      })),
    };
  }, [answer, scale]);
  return (
    <>
      <header className="usage-course">
        <h2>{t('usage.chart')}</h2>
        <span className="dim">{measured}</span>
      </header>
      <LineChart label={label} days={points} series={series} isOpen={isOpen} isStacked={series.length > 1} />
      <FiguresTable caption={label} axis={t('usage.time')} points={points} series={series} />
    </>
  );
}

const pageSize = 20;

/** Builds the request with the selected order or the default one: by time, or by the highest value of the measure. */
function reportBody(usageQuery: UsageQuery) {
  const [first = 'day'] = usageQuery.by;
  return {
    ...getUsageScope(usageQuery),
    by: usageQuery.by,
    sort: usageQuery.sort ?? (isTime(first) ? 'time' : usageQuery.measure),
  };
}

/** Usage over a time range: totals, chart, and groups with links to their records. */
export function UsagePage() {
  const calls = useCalls();
  const { usageQuery, change } = useUsageUrl();
  const isReady = usageQuery.range !== 'custom' || usageQuery.from !== null;
  const body = { ...reportBody(usageQuery), compare: !usageQuery.by.some(isTime), page: usageQuery.page, pageSize };
  const report = useQuery({
    queryKey: ['usage-report', body],
    queryFn: ({ signal }) => calls.call<UsageReportAnswer>(usageReport.call, body, { signal }),
    enabled: isReady,
    placeholderData: (before) => before,
  });
  return (
    <div className="usage" data-testid="usage-report">
      <UsageFilters usageQuery={usageQuery} onChange={change} />
      {report.isError ? <ErrorState error={report.error} onRetry={() => void report.refetch()} /> : null}
      {isReady && report.isPending ? <Loading /> : null}
      {report.data && !report.isError ? (
        <UsageBody
          answer={report.data}
          usageQuery={usageQuery}
          busy={report.isFetching}
          onPage={(page) => change({ page })}
        />
      ) : null}
    </div>
  );
}

interface UsageBodyProps {
  readonly answer: UsageReportAnswer;
  readonly usageQuery: UsageQuery;
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
}

function UsageBody({ answer, usageQuery, busy, onPage }: UsageBodyProps) {
  const t = useUsageWords();
  if (answer.total === 0 && answer.totals.requests === 0) return <Empty title={t('usage.nothing')} />;
  const chart = (
    <section className="card usage-card" aria-label={t('usage.chart')}>
      <UsageChart usageQuery={usageQuery} />
    </section>
  );
  // A ranking answers who used most, so it comes before the course over time.
  const isRanking = !answer.by.some(isTime);
  return (
    <div aria-busy={busy}>
      <Totals answer={answer} />
      {isRanking ? null : chart}
      <section className="card usage-card">
        {answer.source === 'records' ? <p className="hint">{t('usage.fromRecords')}</p> : null}
        <UsageTable answer={answer} usageQuery={usageQuery} />
        <Foot answer={answer} usageQuery={usageQuery} onPage={onPage} />
      </section>
      {isRanking ? chart : null}
    </div>
  );
}

function Totals({ answer }: { readonly answer: UsageReportAnswer }) {
  const t = useUsageWords();
  const columns = sumColumns(t, useFormat());
  return (
    <dl className="usage-totals" aria-label={t('usage.totals')}>
      {columns.map(({ key, title, text }) => (
        <div key={key} data-testid={`usage-${key}`}>
          <dt>{title}</dt>
          <dd>{text(answer.totals)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Foot({ answer, usageQuery, onPage }: Omit<UsageBodyProps, 'busy'>) {
  const t = useUsageWords();
  const format = useFormat();
  const { received, run, cancel } = useSavedFile();
  const pages = Math.max(1, Math.ceil(answer.total / pageSize));
  const save = (format: ExportFormat) =>
    void run(usageExport.path, 'usage', { ...reportBody(usageQuery), format, totals: format === 'xlsx' });
  return (
    <div className="usage-foot">
      <span>{t('usage.total', { count: format.number(answer.total) })}</span>
      <span className="dim">{t('usage.zone', { zone: answer.span.timezone })}</span>
      <span className="spring" />
      <ExportMenu size="small" received={received} onCancel={cancel} onPick={save} />
      <Button size="small" disabled={usageQuery.page <= 1} onClick={() => onPage(usageQuery.page - 1)}>
        {t('usage.previous')}
      </Button>
      <span>{t('usage.page', { page: usageQuery.page, pages })}</span>
      <Button size="small" disabled={usageQuery.page >= pages} onClick={() => onPage(usageQuery.page + 1)}>
        {t('usage.next')}
      </Button>
    </div>
  );
}
