import { chartColors, type UsageChartAnswer, type UsageDimension, usageChart, usageMeasures } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCalls } from '../../fields/index.ts';
import { useFormat, useSay } from '../../i18n/index.ts';
import { ErrorState, Loading } from '../../parts/index.ts';
import { LineChart, type Series } from '../workplace/line-chart.tsx';
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
  return <Drawn answer={query.data} label={`${t('usage.chart')}: ${say(usageMeasures[wish.measure])}`} />;
}

function Drawn({ answer, label }: { readonly answer: UsageChartAnswer; readonly label: string }) {
  const { points, series } = useMemo(() => {
    const colors = chartColors(answer.series.length);
    return {
      points: answer.points.map((point) => point.label),
      series: answer.series.map((line, at) => ({ ...line, color: colors[at] ?? '#4080FF' })),
    };
  }, [answer]);
  return (
    <>
      <LineChart label={label} days={points} series={series} />
      <ChartFigures caption={label} points={points} series={series} />
    </>
  );
}

interface ChartFiguresProps {
  readonly caption: string;
  readonly points: readonly string[];
  readonly series: readonly Series[];
}

/** The figures of the chart, for whoever cannot or would rather not look at it. */
function ChartFigures({ caption, points, series }: ChartFiguresProps) {
  const t = useUsageWords();
  const format = useFormat();
  return (
    <details className="usage-figures">
      <summary>{t('usage.table')}</summary>
      <div className="usage-scroll">
        <table className="usage-table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ label }) => (
                <th key={label} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, at) => (
              <tr key={point}>
                <th scope="row">{point}</th>
                {series.map(({ label, values }) => (
                  <td key={label} className="number">
                    {format.number(values[at] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
