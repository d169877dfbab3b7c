import './diff.css';
import {
  type AnyResource,
  diffFieldRows,
  type Field,
  type Fields,
  findKnownField,
  isOfKind,
  loggedFields,
} from '@gantry/core';
import type { ReactNode } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import { isSame } from './merge.ts';

interface DiffTableProps {
  /** The resource of the fields; unknown names are shown unchanged. */
  readonly resource: AnyResource;
  readonly before: unknown;
  readonly after: unknown;
}

function getValues(value: unknown): FieldRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FieldRecord) : {};
}

/** Shows the values of a record before and after a change. */
export function DiffTable({ resource, before, after }: DiffTableProps) {
  return <FieldsDiff fields={loggedFields(resource)} before={before} after={after} />;
}

interface FieldsDiffProps {
  readonly fields: Fields;
  readonly before: unknown;
  readonly after: unknown;
  /** Renders an action below the previous value of a field. */
  readonly availableAction?: (name: string) => ReactNode;
}

/** Shows the values before and after a change, one row per field. */
export function FieldsDiff({ fields, before, after, availableAction }: FieldsDiffProps) {
  const t = useWords();
  const [from, to] = [getValues(before), getValues(after)];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => !isSame(from[name], to[name]),
  );
  if (names.length === 0) return <p className="hint">{t('resource.history.none')}</p>;
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">{t('resource.history.field')}</th>
          <th scope="col">{t('resource.history.before')}</th>
          <th scope="col">{t('resource.history.after')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((key) => (
          <DiffRow key={key} fields={fields} name={key} from={from} to={to} availableAction={availableAction?.(key)} />
        ))}
      </tbody>
    </table>
  );
}

interface DiffRowProps {
  readonly fields: Fields;
  /** Field name as in the audit log. */
  readonly name: string;
  readonly from: FieldRecord;
  readonly to: FieldRecord;
  readonly availableAction: ReactNode;
}

/** One field: its value before and after; for an array or object only the rows that differ. */
function DiffRow({ fields, name: key, from, to, availableAction }: DiffRowProps) {
  const localize = useSay();
  const format = useFormat();
  const { name, field } = findKnownField(fields, key);
  const sides = [from, to].map((side, at) => ({ side, tone: at === 0 ? 'gone' : 'came' }) as const);
  const rows = diffFieldRows(field, from[key], to[key], format);
  return (
    <tr>
      <th scope="row">{field ? localize(field.label) : name}</th>
      {sides.map(({ side, tone }) => (
        <td key={tone} className={key in side ? tone : ''}>
          {rows && rows[tone].length > 0 ? (
            <span className="whole-text">{rows[tone].join('\n')}</span>
          ) : (
            <DiffValue field={field} name={name} value={rows ? null : side[key]} />
          )}
          {tone === 'gone' ? availableAction : null}
        </td>
      ))}
    </tr>
  );
}

interface DiffValueProps {
  readonly field: Field | undefined;
  readonly name: string;
  readonly value: unknown;
}

/** Formats a value by its field type; a value of another form, such as a mask, is shown unchanged. */
function DiffValue({ field, name, value }: DiffValueProps) {
  if (value === null || value === undefined || value === '') return <span className="dim">–</span>;
  if (field && isOfKind(field, value)) return <FieldCell field={field} name={name} record={{ [name]: value }} full />;
  return <span className="whole-text">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>;
}
