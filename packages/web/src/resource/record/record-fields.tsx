import './record.css';
import { type AnyResource, allFields, readableFields } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import type { Slots } from '../slots.ts';

const wide = new Set(['paragraph', 'markdown', 'json']);

interface RecordFieldsProps {
  readonly resource: AnyResource;
  readonly slots: Slots;
  readonly record: FieldRecord;
}

/** Every field that the role may read, long ones on lines of their own; what machines read and the engine's at the end. */
export function RecordFields({ resource, slots, record }: RecordFieldsProps) {
  const t = useWords();
  const { role } = useSession();
  const engine = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields));
  const has = (name: string) => name in record;
  const names = readableFields(resource, role).filter(has);
  const isRaw = (name: string) => {
    const field = resource.fields[name];
    return field?.kind === 'json' && !field.rows && !slots.cell?.[name];
  };
  const ordered = [...names.filter((name) => !isRaw(name)), ...names.filter(isRaw)];
  return (
    <>
      <FieldList resource={resource} slots={slots} record={record} names={ordered} />
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
        if (!field) return null;
        const Own = slots.cell?.[name];
        return (
          <div key={name} className={wide.has(field.kind) ? 'record-field wide' : 'record-field'}>
            <dt>{localize(field.label)}</dt>
            <dd>
              {Own ? (
                <Own field={field} name={name} value={record[name]} record={record} full />
              ) : (
                <FieldCell field={field} name={name} record={record} full />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
