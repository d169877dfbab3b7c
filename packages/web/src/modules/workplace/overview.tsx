import { formatChange, formatMetric, type HeadlineMetric, type HeadlinesAnswer } from '@gantry/core';
import { useCallback, useMemo } from 'react';
import { useFormat, useT } from '../../app/i18n/index.ts';
import { FiguresTable } from '../../ui/charts/figures-table.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { ChoiceMenu } from '../../ui/index.ts';
import { Panel, useHeadlines } from './panel.tsx';
import { type Period, PeriodChoice } from './period.tsx';
import { Sparkline } from './sparkline.tsx';

/** Number of metrics at the top; the others are available in the chart. */
const maxHeadlines = 6;

interface OverviewProps {
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  /** The key of the metric in the chart; null for the first. */
  readonly metric: string | null;
  readonly onMetric: (key: string) => void;
}

/** Business metrics of the period, each compared with the previous period. */
export function Headlines({ period, onPeriod, metric, onMetric }: OverviewProps) {
  const t = useT();
  const format = useFormat();
  const query = useHeadlines(period);
  if (query.data?.metrics.length === 0) return null;
  const compared = query.data
    ? t('console.workplace.compared', {
        start: query.data.startBefore,
        until: format.time(query.data.comparedUntil - 1).slice(0, 16),
      })
    : null;
  const extra = (
    <>
      <span className="compared">{compared}</span>
      <PeriodChoice period={period} onChange={onPeriod} />
    </>
  );
  return (
    <Panel
      title={t('console.workplace.headlines')}
      query={query}
      id="headlines"
      testId="headlines"
      extra={extra}
      rows={3}
    >
      {(data) => (
        <ul className="headlines">
          {data.metrics.slice(0, maxHeadlines).map((one, at) => (
            <Headline
              key={one.key}
              metric={one}
              isDrawn={metric === null ? at === 0 : metric === one.key}
              onDraw={() => onMetric(one.key)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface HeadlineProps {
  readonly metric: HeadlineMetric;
  readonly isDrawn: boolean;
  readonly onDraw: () => void;
}

function Headline({ metric, isDrawn, onDraw }: HeadlineProps) {
  const t = useT();
  const write = useMetricFormat(metric);
  const { value, before } = metric;
  return (
    <li className="headline" data-testid={`headline-${metric.key}`}>
      <button type="button" className="headline-button" aria-pressed={isDrawn} onClick={onDraw}>
        {metric.label}
      </button>
      <span className="headline-line">
        <strong className="headline-value">{value === null ? '–' : write(value)}</strong>
        <Change metric={metric} />
      </span>
      <Sparkline values={metric.values.filter((one) => one !== null)} width={160} height={24} />
      <span className="headline-note">
        {t('console.workplace.before', { value: before === null ? '–' : write(before) })}
      </span>
    </li>
  );
}

/** Below this value, a percentage reflects the small base more than the change. */
const minCompared = 10;

/** The change, in green if it is good: a rate by percentage points, a small count by its difference. */
function Change({ metric }: { readonly metric: HeadlineMetric }) {
  const t = useT();
  const format = useFormat();
  const { key, value, before, deltaBps, lessIsBetter } = metric;
  if (value === null || before === null || value === before) return null;
  const difference = value - before;
  const isShare = key.endsWith('Bps');
  const isSmall = !isShare && !key.endsWith('Fen') && before < minCompared;
  if (!isSmall && deltaBps === null) return null;
  const sign = difference > 0 ? '+' : '';
  const text = isShare
    ? t('console.workplace.points', { value: `${sign}${format.percent(difference / 100).replace('%', '')}` })
    : isSmall
      ? `${sign}${format.number(difference)}`
      : formatChange(deltaBps ?? 0);
  return (
    <span className={`headline-change ${difference > 0 === lessIsBetter ? 'worse' : 'better'}`}>
      <span aria-hidden="true">{difference > 0 ? '▲' : '▼'}</span>
      {text}
    </span>
  );
}

/** Returns a memoized formatter for the values of a metric. */
function useMetricFormat({ key, currency }: Pick<HeadlineMetric, 'key' | 'currency'>, isShort = false) {
  const { locale, compact } = useFormat();
  return useCallback(
    (value: number) => {
      const isCount = !key.endsWith('Fen') && !key.endsWith('Bps');
      const isLong = Math.abs(value) >= (isShort ? 10_000 : 1_000_000);
      return isCount && isLong ? compact(value) : formatMetric(key, value, locale, currency ?? undefined);
    },
    [key, currency, locale, compact, isShort],
  );
}

type ChartProps = Omit<OverviewProps, 'onPeriod'>;

/** One metric over the period, compared with the previous period. */
export function HeadlineChart({ period, metric, onMetric }: ChartProps) {
  const t = useT();
  const query = useHeadlines(period);
  const metrics = query.data?.metrics ?? [];
  const drawn = metrics.find(({ key }) => key === metric) ?? metrics[0];
  if (query.data && !drawn) return null;
  const choice = drawn ? (
    <ChoiceMenu
      label={t('console.workplace.metric')}
      value={drawn.key}
      onChange={(key) => key !== null && onMetric(key)}
      options={metrics.map(({ key, label }) => ({ value: key, label }))}
    />
  ) : null;
  return (
    <Panel
      title={drawn?.label ?? t('console.workplace.trend')}
      query={query}
      testId="headline-chart"
      extra={choice}
      rows={8}
    >
      {(data) => (drawn ? <Lines answer={data} metric={drawn} /> : null)}
    </Panel>
  );
}

function Lines({ answer, metric }: { readonly answer: HeadlinesAnswer; readonly metric: HeadlineMetric }) {
  const t = useT();
  const write = useMetricFormat(metric, true);
  const { points, isOpen } = answer;
  const { values, valuesBefore, label } = metric;
  const [now, then] = [t('console.workplace.period'), t('console.workplace.periodBefore')];
  const series = useMemo(
    () => [
      { label: now, values, color: '#4080FF' },
      { label: then, values: valuesBefore, color: '#86909C', dashed: true },
    ],
    [now, then, values, valuesBefore],
  );
  return (
    <>
      <LineChart label={label} days={points} series={series} isOpen={isOpen} format={write} />
      <FiguresTable
        caption={label}
        axis={t(points[0]?.length === 10 ? 'console.workplace.day' : 'console.workplace.hour')}
        points={points}
        series={series}
        format={write}
      />
    </>
  );
}
