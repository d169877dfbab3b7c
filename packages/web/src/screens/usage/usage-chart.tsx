import { chartColors, type UsageChartAnswer, type UsageDimension, usageChart, usageMeasures } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCalls } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { ErrorState, Loading } from '../../parts/index.ts';
import { FiguresTable } from '../charts/figures-table.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { useUsageWords } from './usage-words.ts';
import { scopeOf, type UsageWish } from './use-usage-url.ts';

const isTime = (name: UsageDimension) => name === 'day' || name === 'hour';

/** The course of what matches, divided by the first dimension that is no time. */
export function UsageChart({ wish }: { readonly wish: UsageWish }) {
  const t = useUsageWords();
  const say = useSay();
  const calls = useCalls();
  const split = wish.by.find((name) => !isTime(name)) ?? null;
  const body = { ...scopeOf(wish), measure: wish.measure, split };
  const query = useQuery({
    queryKey: ['usage-chart', body],
    queryFn: ({ signal }) => calls.call<UsageChartAnswer>(usageChart.call, body, { signal }),
    placeholderData: (before) => before,
  });
  if (query.isPending) return <Loading />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const measure = t('usage.measured', {
    measure: say(usageMeasures[wish.measure]),
    unit: t(`usage.unit.${wish.measure}`),
  });
  return <Drawn answer={query.data} measure={measure} scale={wish.measure === 'cost' ? 1_000_000 : 1} />;
}

interface DrawnProps {
  readonly answer: UsageChartAnswer;
  /** What is drawn, with its unit. */
  readonly measure: string;
  /** How many of what is kept make one of what is read: cost is kept in millionths. */
  readonly scale: number;
}

function Drawn({ answer, measure, scale }: DrawnProps) {
  const t = useUsageWords();
  const label = `${t('usage.chart')}: ${measure}`;
  const { points, series } = useMemo(() => {
    const colors = chartColors(answer.series.length);
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
        <span className="dim">{measure}</span>
      </header>
      <LineChart label={label} days={points} series={series} />
      <FiguresTable caption={label} axis={t('usage.time')} points={points} series={series} />
    </>
  );
}
