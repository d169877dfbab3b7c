import { useFormat, useT } from '../../app/i18n/index.ts';
import { PlainTable } from '../parts/index.ts';
import type { Series } from './line-chart.tsx';

interface FiguresTableProps {
  readonly caption: string;
  /** What the points of the chart are. */
  readonly axis: string;
  readonly points: readonly string[];
  readonly series: readonly Series[];
}

/** The figures of a chart, for whoever cannot or would rather not look at it. */
export function FiguresTable({ caption, axis, points, series }: FiguresTableProps) {
  const t = useT();
  const format = useFormat();
  return (
    <details className="stat-table">
      <summary>{t('console.workplace.table')}</summary>
      <div className="stat-table-scroll">
        <PlainTable caption={caption}>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
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
        </PlainTable>
      </div>
    </details>
  );
}
