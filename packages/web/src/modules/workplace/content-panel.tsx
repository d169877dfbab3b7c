import { type ContentDataAnswer, contentData, getChartColors } from '@gantry/core';
import { useDeferredValue, useState } from 'react';
import { useFormat, useSay, useT } from '../../app/i18n/index.ts';
import { FiguresTable } from '../../ui/charts/figures-table.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Select } from '../../ui/index.ts';
import { Empty } from '../../ui/parts/index.ts';
import { courseDays } from './data-panel.tsx';
import { Panel } from './panel.tsx';
import { TopModels } from './top-models.tsx';
import { type Metric, metrics, useContentData } from './use-panels.ts';

const ranges = [7, 14, 30, 90] as const;
type Range = (typeof ranges)[number];

/** What happened day by day, by kind, and which models were asked most. */
export function ContentPanel() {
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
