import './json-view.css';
import {
  type Field,
  type FieldOf,
  getJsonPart,
  getJsonParts,
  isObject,
  isOfKind,
  listJsonKeys,
  type RecordNames,
} from '@gantry/core';
import { createContext, useContext } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { PlainTable, ScrollBox } from '../../ui/parts/index.ts';
import { FieldCell } from '../cells.tsx';
import { useWords } from '../words.tsx';

type Parts = Pick<FieldOf<'json'>, 'rows' | 'parts'>;
type Entry = Readonly<Record<string, unknown>>;

/** Nesting depth above which a value is shown as raw JSON. */
const deepest = 5;

/** Names of the referenced records, if the server returned them. */
const Called = createContext<RecordNames>({});

interface JsonViewProps {
  readonly value: unknown;
  /** The definition of its keys. */
  readonly field: Parts;
  /** Names of the referenced records, from the label next to the value. */
  readonly called?: unknown;
}

interface InsideProps {
  readonly value: unknown;
  readonly field: Parts;
  readonly depth: number;
}

/** A readable view of a JSON value: an object as names and values, an array of objects as a table, other arrays line by line. */
export function JsonView({ value, field, called }: JsonViewProps) {
  return (
    <Called value={(called ?? {}) as RecordNames}>
      <Inside value={value} field={field} depth={0} />
    </Called>
  );
}

function Inside({ value, field, depth }: InsideProps) {
  const t = useWords();
  if (isBlank(value)) return <span className="dim">–</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'common.yes' : 'common.no')}</span>;
  if (typeof value !== 'object') return <span className="whole-text">{String(value)}</span>;
  if (depth > deepest) return <span className="whole-text mono">{JSON.stringify(value)}</span>;
  if (isObject(value)) return <Names entry={value} field={field} depth={depth} />;
  const items = Array.isArray(value) ? value : [];
  return items.every(isObject) ? (
    <Table items={items} field={field} depth={depth} />
  ) : (
    <Lines items={items} field={field} depth={depth} />
  );
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

interface PartProps {
  readonly field: Field | undefined;
  readonly name: string;
  readonly value: unknown;
  readonly depth: number;
}

/** A nested value, formatted by its field type if known. */
function Part({ field, name, value, depth }: PartProps) {
  const called = useContext(Called);
  if (field && field.kind !== 'json' && !isBlank(value) && isOfKind(field, value)) {
    const label = field.kind === 'reference' ? called[field.to]?.[Number(value)] : undefined;
    return <FieldCell field={field} name={name} record={{ [name]: value, [`${name}Label`]: label }} full />;
  }
  return <Inside value={value} field={field?.kind === 'json' ? field : {}} depth={depth + 1} />;
}

interface EntryProps {
  readonly entry: Entry;
  readonly field: Parts;
  readonly depth: number;
}

/** Omits empty values. */
function Names({ entry, field, depth }: EntryProps) {
  const localize = useSay();
  const parts = getJsonParts(field);
  const names = listJsonKeys([entry], parts).filter((key) => !isBlank(entry[key]));
  return (
    <dl className="json-names">
      {names.map((key) => {
        const known = getJsonPart(parts, key);
        return (
          <div key={key}>
            <dt>{known ? localize(known.label) : key}</dt>
            <dd>
              <Part field={known} name={key} value={entry[key]} depth={depth} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface ItemsProps<T> {
  readonly items: readonly T[];
  readonly field: Parts;
  readonly depth: number;
}

function Table({ items, field, depth }: ItemsProps<Entry>) {
  const localize = useSay();
  const parts = getJsonParts(field);
  const columns = listJsonKeys(items, parts).map((key) => {
    const known = getJsonPart(parts, key);
    const isFigure =
      known?.kind !== 'reference' && items.every((item) => item[key] == null || typeof item[key] === 'number');
    return { key, known, title: known ? localize(known.label) : key, className: isFigure ? 'number' : '' };
  });
  const keyed = items.map((item, at) => ({ key: `row-${at}`, item }));
  return (
    <ScrollBox className="json-table" label={columns.map(({ title }) => title).join(' · ')}>
      <PlainTable>
        <thead>
          <tr>
            {columns.map(({ key, title, className }) => (
              <th key={key} scope="col" className={className}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed.map(({ key: row, item }) => (
            <tr key={row}>
              {columns.map(({ key, known, className }) => (
                <td key={key} className={className}>
                  <Part field={known} name={key} value={item[key]} depth={depth} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </ScrollBox>
  );
}

/** Short items share a line. */
function Lines({ items, field, depth }: ItemsProps<unknown>) {
  const isShort = items.every((item) => typeof item !== 'object' && String(item).length <= 16);
  const keyed = items.map((item, at) => ({ key: `line-${at}`, item }));
  return (
    <ul className={isShort ? 'json-lines short' : 'json-lines'}>
      {keyed.map(({ key, item }) => (
        <li key={key}>
          <Inside value={item} field={field} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
}
