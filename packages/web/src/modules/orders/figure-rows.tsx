import type { ReactNode } from 'react';

interface FigureRow {
  readonly key: string;
  readonly name: ReactNode;
  /** One a column. */
  readonly cells: readonly ReactNode[];
  /** Whether its last figure is one to worry about. */
  readonly short?: boolean;
}

interface FigureRowsProps {
  /** What the rows are. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

/** Figures of a refund: a line a thing, with its name before it. */
export function FigureRows({ title, columns, rows }: FigureRowsProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells, short = false }) => (
          <tr key={key} className={short ? 'is-short' : ''}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={columns[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
