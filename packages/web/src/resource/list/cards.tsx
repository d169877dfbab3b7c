import { type AnyResource, allFields, findStateField } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import { RowActions } from '../action/row-actions.tsx';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import type { Rows } from './use-rows.ts';

interface CardsProps {
  readonly rows: Rows;
  readonly columns: readonly string[];
  readonly label: string;
  readonly picked: (id: number) => boolean;
  readonly onPick: (id: number) => void;
}

/** The rows of a narrow window, one card each. */
export function Cards({ rows, columns, label, picked, onPick }: CardsProps) {
  const { resource } = usePageScope();
  const shown = Array.from({ length: rows.count }, (_, index) => rows.at(index));
  return (
    <ul className={rows.stale ? 'cards stale' : 'cards'} aria-label={label} aria-busy={rows.loading}>
      {shown.map((record, at) => (
        <li key={record ? String(record.id) : `bone-${at}`} className="record-card">
          {record ? (
            <CardBody
              resource={resource}
              record={record}
              index={at}
              columns={columns}
              picked={picked(Number(record.id))}
              onPick={onPick}
            />
          ) : (
            <span className="bone" />
          )}
        </li>
      ))}
    </ul>
  );
}

interface CardBodyProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord;
  readonly index: number;
  readonly columns: readonly string[];
  readonly picked: boolean;
  readonly onPick: (id: number) => void;
}

/** Maximum number of card fields next to title and state. */
const maxFields = 6;

function CardBody({ resource, record, index, columns, picked, onPick }: CardBodyProps) {
  const t = useWords();
  const localize = useSay();
  const { hrefOf, slots } = usePageScope();
  const id = Number(record.id);
  const state = findStateField(resource);
  const fields = allFields(resource);
  const title = useTitleOf(resource)(record);
  const names = columns
    .filter((name) => name !== resource.title && name !== state?.name)
    // A card shows only the booleans that are true.
    .filter((name) => fields[name]?.kind !== 'boolean' || record[name] === true)
    .slice(0, maxFields);
  return (
    <>
      <div className="card-head">
        <input
          type="checkbox"
          className="grid-check"
          checked={picked}
          aria-label={t('resource.list.selectRow', { title })}
          onChange={() => onPick(id)}
        />
        <Link to={hrefOf({ kind: 'view', id, tab: '' })} className="title-link">
          {title}
        </Link>
        {state ? <FieldCell field={state.field} name={state.name} record={record} /> : null}
      </div>
      <dl className="card-fields">
        {names.map((name) => {
          const field = fields[name];
          const Own = slots.cell?.[name];
          return field ? (
            <div key={name}>
              <dt>{localize(field.label)}</dt>
              <dd>
                {Own ? (
                  <Own field={field} name={name} value={record[name]} record={record} />
                ) : (
                  <FieldCell field={field} name={name} record={record} />
                )}
              </dd>
            </div>
          ) : null;
        })}
      </dl>
      <RowActions record={record} index={index} reachable />
    </>
  );
}
