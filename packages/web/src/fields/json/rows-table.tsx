import '../fields.css';
import './rows-table.css';
import { formatValue, type RecordNames, type RowField, type RowFields } from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { PlainTable } from '../../ui/parts/index.ts';
import { ReferenceNames } from '../reference/names.tsx';
import type { Row } from './rows-value.ts';

interface RowsTableProps {
  readonly label: string;
  readonly fields: RowFields;
  readonly rows: readonly Row[];
  /** Names of the referenced records, if the server returned them. */
  readonly called: unknown;
}

/** A read-only table of flat objects: one row per item, with values formatted by their field types. */
export function RowsTable({ label, fields, rows, called }: RowsTableProps) {
  const localize = useSay();
  const format = useFormat();
  const columns = Object.entries(fields);
  const getLine = (row: Row) => columns.map(([name, field]) => ({ name, field, value: row[name] ?? null }));
  const getWords = (field: RowField, value: unknown) => {
    if (value === null) return '–';
    if (field.kind !== 'reference') return formatValue(value, field, format);
    const name = (called as RecordNames | undefined)?.[field.to]?.[Number(value)];
    return name ?? <ReferenceNames to={field.to} ids={[value]} />;
  };
  const keyed = rows.map((row, at) => ({ key: `row-${at}`, line: getLine(row) }));
  return (
    <div className="rows-table">
      <PlainTable caption={label}>
        <thead>
          <tr>
            {columns.map(([name, field]) => (
              <th key={name} scope="col" className={field.kind === 'integer' ? 'number' : ''}>
                {localize(field.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed.map(({ key, line }) => (
            <tr key={key}>
              {line.map(({ name, field, value }) => (
                <td key={name} className={field.kind === 'integer' ? 'number' : 'whole-text'}>
                  {getWords(field, value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
