import type { AnyResource, Field, Fields } from '../../definition/index.ts';
import { isLog, memoizePer } from '../../definition/index.ts';
import { time } from './date.ts';
import { identifier, integer } from './integer.ts';
import { reference } from './reference.ts';

/** Fields that the engine maintains on every record. A log only has the first two. */
export const baseFields = {
  id: identifier({ zh: '编号', en: 'ID' }, { write: 'never' }),
  createdAt: time({ zh: '创建时间', en: 'Created' }, { write: 'never' }),
  updatedAt: time({ zh: '更新时间', en: 'Updated' }, { write: 'never' }),
  createdBy: reference({ zh: '创建人', en: 'Created by' }, 'admin', { write: 'never' }),
  updatedBy: reference({ zh: '更新人', en: 'Updated by' }, 'admin', { write: 'never' }),
  version: integer({ zh: '版本', en: 'Version' }, { write: 'never' }),
} as const satisfies Fields;

const logFields: Fields = { id: baseFields.id, createdAt: baseFields.createdAt };

/** Returns all fields of a record: its own first, then the base fields. */
export const allFields = memoizePer(
  (resource: AnyResource): Fields => ({ ...resource.fields, ...(isLog(resource) ? logFields : baseFields) }),
);

/** Returns the fields that an audit log entry may contain: those of the record and the outputs of its actions. */
export const loggedFields = memoizePer((resource: AnyResource): Fields => {
  const answered = Object.values(resource.actions ?? {}).map(({ output }) => output ?? {});
  return Object.assign({}, ...answered, allFields(resource));
});

/** Returns a field by name, base fields included. */
export function findField(resource: AnyResource, name: string): Field | undefined {
  return resource.fields[name] ?? (allFields(resource)[name] as Field | undefined);
}
