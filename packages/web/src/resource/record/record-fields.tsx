import './record.css';
import { type AnyResource, allFields, groupBySection, isFieldVisible, listReadableFields } from '@gantry/core';
import { useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import { useOnPaper } from '../../ui/appearance/index.ts';
import { Button } from '../../ui/index.ts';
import type { Slots } from '../slots.ts';

const wide = new Set(['paragraph', 'markdown', 'json']);

interface RecordFieldsProps {
  readonly resource: AnyResource;
  readonly slots: Slots;
  readonly record: FieldRecord;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** All readable fields by section. Empty fields are collapsed; technical and engine fields come last. */
export function RecordFields({ resource, slots, record }: RecordFieldsProps) {
  const t = useWords();
  const localize = useSay();
  const { role } = useSession();
  const onPaper = useOnPaper();
  const [isUnfolded, setUnfolded] = useState(false);
  const engine = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields));
  const has = (name: string) => name in record;
  const names = listReadableFields(resource, role).filter(has);
  const isRaw = (name: string) => {
    const field = resource.fields[name];
    return field?.kind === 'json' && !field.rows && !slots.cell?.[name];
  };
  const isFolded = (name: string) => !slots.cell?.[name] && isEmpty(record[name]);
  const folded = resource.sections ? names.filter(isFolded) : [];
  const shown = isUnfolded ? names : names.filter((name) => !folded.includes(name));
  const ordered = [...shown.filter((name) => !isRaw(name)), ...shown.filter(isRaw)];
  return (
    <>
      {groupBySection(resource, ordered).map(({ label, names: fields }) => (
        <section key={label?.en ?? ''} className="record-section">
          {label ? <h3>{localize(label)}</h3> : resource.sections ? <h3>{t('resource.detail.other')}</h3> : null}
          <FieldList resource={resource} slots={slots} record={record} names={fields} />
        </section>
      ))}
      {folded.length > 0 && !onPaper ? (
        <Button size="small" type="text" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {t(isUnfolded ? 'resource.detail.foldEmpty' : 'resource.detail.showEmpty', { count: folded.length })}
        </Button>
      ) : null}
      <h3 className="record-heading">{t('resource.system')}</h3>
      <FieldList resource={resource} slots={slots} record={record} names={engine.filter(has)} />
    </>
  );
}

function FieldList({ resource, slots, record, names }: RecordFieldsProps & { readonly names: readonly string[] }) {
  const localize = useSay();
  const fields = allFields(resource);
  return (
    <dl className="record-fields">
      {names.map((name) => {
        const field = fields[name];
        return field ? (
          <div key={name} className={wide.has(field.kind) ? 'record-field wide' : 'record-field'}>
            <dt>{localize(field.label)}</dt>
            <dd>
              <Value resource={resource} slots={slots} record={record} name={name} />
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}

function Value({ resource, slots, record, name }: RecordFieldsProps & { readonly name: string }) {
  const field = allFields(resource)[name];
  const Own = slots.cell?.[name];
  if (!field) return null;
  return Own ? (
    <Own field={field} name={name} value={record[name]} record={record} full />
  ) : (
    <FieldCell field={field} name={name} record={record} full />
  );
}

/** The most important values of a record, at its top. */
export function RecordHighlights({ resource, slots, record }: RecordFieldsProps) {
  const localize = useSay();
  const { role } = useSession();
  const readable = new Set(listReadableFields(resource, role));
  const shown = (resource.highlights ?? []).flatMap((name) => {
    const field = resource.fields[name];
    const isShown = field && readable.has(name) && name in record && isFieldVisible(field, resource.fields, record);
    return isShown ? [{ name, field }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <dl className="record-highlights">
      {shown.map(({ name, field }) => (
        <div key={name}>
          <dt>{localize(field.label)}</dt>
          <dd>
            <Value resource={resource} slots={slots} record={record} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
