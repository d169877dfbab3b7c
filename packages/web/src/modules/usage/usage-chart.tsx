import {
  costPerYuan,
  getChartColors,
  type UsageChartAnswer,
  type UsageDimension,
  type UsageMeasure,
  usageChart,
  usageMeasures,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { useCalls } from '../../fields/index.ts';
import { FiguresTable } from '../../ui/charts/figures-table.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { ErrorState, Loading } from '../../ui/parts/index.ts';
import { useUsageWords } from './usage-words.ts';
import { getUsageScope, type UsageQuery } from './use-usage-url.ts';

export const isTime = (name: UsageDimension) => name === 'day' || name === 'hour';

/** The course of what matches, divided by the first dimension that is no time. */
export function UsageChart({ usageQuery }: { readonly usageQuery: UsageQuery }) {
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
  return <Drawn {...query.data} />;
}

interface DrawnProps {
  readonly answer: UsageChartAnswer;
  /** What was asked for: while another is on its way, not what is chosen by now. */
  readonly measure: UsageMeasure;
}

function Drawn({ answer, measure }: DrawnProps) {
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
      <LineChart label={label} days={points} series={series} />
      <FiguresTable caption={label} axis={t('usage.time')} points={points} series={series} />
    </>
  );
}
