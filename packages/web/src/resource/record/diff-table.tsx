import './diff.css';
import { type AnyResource, allFields, camel, type Field, type Fields } from '@gantry/core';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { same } from './merge.ts';

interface DiffTableProps {
  /** The resource whose fields these are; unknown names show as they are. */
  readonly resource: AnyResource | null;
  readonly before: unknown;
  readonly after: unknown;
}

function valuesOf(value: unknown): FieldRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FieldRecord) : {};
}

/** Names in the log may be those of columns: `last_hit_at` is `lastHitAt`. */
function knownField(fields: Fields, name: string): { name: string; field: Field | undefined } {
  const field = fields[name] ?? fields[camel(name)];
  return { name: field ? camel(name) : name, field };
}

/** What a change of a record took away and what it brought. */
export function DiffTable({ resource, before, after }: DiffTableProps) {
  return <FieldsDiff fields={resource ? allFields(resource) : {}} before={before} after={after} />;
}

interface FieldsDiffProps {
  readonly fields: Fields;
  readonly before: unknown;
  readonly after: unknown;
}

/** What a change took away and what it brought, a line a field. */
export function FieldsDiff({ fields, before, after }: FieldsDiffProps) {
  const t = useWords();
  const say = useSay();
  const [from, to] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => !same(from[name], to[name]));
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
        {names.map((key) => {
          const { name, field } = knownField(fields, key);
          return (
            <tr key={key}>
              <th scope="row">{field ? say(field.label) : name}</th>
              <td className={key in from ? 'gone' : ''}>
                <DiffValue field={field} name={name} value={from[key]} />
              </td>
              <td className={key in to ? 'came' : ''}>
                <DiffValue field={field} name={name} value={to[key]} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface DiffValueProps {
  readonly field: Field | undefined;
  readonly name: string;
  readonly value: unknown;
}

function fits(field: Field, value: unknown): boolean {
  if (field.kind === 'choices' || field.kind === 'tags') return Array.isArray(value);
  if (field.kind === 'time') return typeof value === 'number';
  return typeof value !== 'object';
}

/** A value as its kind shows it; one of another shape (a mask, a stored form) as it is. */
function DiffValue({ field, name, value }: DiffValueProps) {
  if (value === null || value === undefined || value === '') return <span className="dim">–</span>;
  if (field && fits(field, value)) return <FieldCell field={field} name={name} record={{ [name]: value }} whole />;
  return <span className="whole-text">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>;
}
