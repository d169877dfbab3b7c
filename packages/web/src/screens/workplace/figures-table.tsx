import { useFormat, useT } from '../../i18n/index.ts';
import type { Series } from './line-chart.tsx';

interface FiguresTableProps {
  readonly caption: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

/** The figures of a chart, for whoever cannot or would rather not look at it. */
export function FiguresTable({ caption, days, series }: FiguresTableProps) {
  const t = useT();
  const format = useFormat();
  return (
    <details className="stat-table">
      <summary>{t('console.workplace.table')}</summary>
      <div className="stat-table-scroll">
        <table className="plain-table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('console.workplace.day')}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, at) => (
              <tr key={day}>
                <th scope="row">{day}</th>
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
