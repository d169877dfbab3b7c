import { useFormat, useT } from '../../app/i18n/index.ts';
import { PlainTable } from '../parts/index.ts';
import type { Series } from './line-chart.tsx';

interface FiguresTableProps {
  readonly caption: string;
  /** Heading of the point column. */
  readonly axis: string;
  readonly points: readonly string[];
  readonly series: readonly Series[];
  /** Formats a value; as a number by default. */
  readonly format?: (value: number) => string;
}

/** The numbers of a chart as a table, for users who cannot see it or prefer numbers. */
export function FiguresTable({ caption, axis, points, series, format: write }: FiguresTableProps) {
  const t = useT();
  const format = useFormat();
  const formatFigure = (value: number | null) => (value === null ? '–' : (write ?? format.number)(value));
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
                    {formatFigure(values[at] ?? null)}
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
