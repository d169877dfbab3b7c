import '../fields.css';
import { Suspense } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { CellProps } from '../field-props.ts';
import { parseRows } from './rows-value.ts';

const JsonView = lazyPart(async () => ({ default: (await import('./json-view.tsx')).JsonView }));
const RowsTable = lazyPart(async () => ({ default: (await import('./rows-table.tsx')).RowsTable }));

export function JsonCell({ field, name, value, record, full }: CellProps<'json'>) {
  const localize = useSay();
  const called = record[`${name}Label`];
  const rows = full && field.rows ? parseRows(value, field.rows) : null;
  if (rows && field.rows)
    return (
      <Suspense>
        <RowsTable label={localize(field.label)} fields={field.rows} rows={rows} called={called} />
      </Suspense>
    );
  if (full)
    return (
      <Suspense>
        <JsonView value={value} field={field} called={called} />
      </Suspense>
    );
  const text = JSON.stringify(value) ?? '';
  return (
    <span className="mono" title={text.slice(0, 500)}>
      {text.slice(0, 200)}
    </span>
  );
}
