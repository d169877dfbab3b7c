import './record.css';
import { type AnyResource, allFields, readableFields } from '@gantry/core';
import { FieldCell, type FieldRecord } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { useSession } from '../../session/index.ts';
import type { Slots } from '../slots.ts';

const wide = new Set(['paragraph', 'markdown', 'json']);

interface RecordFieldsProps {
  readonly resource: AnyResource;
  readonly slots: Slots;
  readonly record: FieldRecord;
}

/** Every field that the role may read, long ones on lines of their own, the engine's at the end. */
export function RecordFields({ resource, slots, record }: RecordFieldsProps) {
  const say = useSay();
  const { role } = useSession();
  const fields = allFields(resource);
  const engine = Object.keys(fields).filter((name) => !(name in resource.fields));
  const names = [...readableFields(resource, role), ...engine].filter((name) => name in record);
  return (
    <dl className="record-fields">
      {names.map((name) => {
        const field = fields[name];
        if (!field) return null;
        const Own = slots.cell?.[name];
        return (
          <div key={name} className={wide.has(field.kind) ? 'record-field wide' : 'record-field'}>
            <dt>{say(field.label)}</dt>
            <dd>
              {Own ? (
                <Own field={field} name={name} value={record[name]} record={record} whole />
              ) : (
                <FieldCell field={field} name={name} record={record} whole />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
