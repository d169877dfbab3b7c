import type { AnyResource, Field, Fields } from '../../definition/index.ts';
import { isLog, memoizePer } from '../../definition/index.ts';
import { time } from './date.ts';
import { identifier, integer } from './integer.ts';
import { reference } from './reference.ts';

/** The columns that the engine keeps on every record; a log has the first two. */
export const baseFields = {
  id: identifier({ zh: '编号', en: 'ID' }, { write: 'never' }),
  createdAt: time({ zh: '创建时间', en: 'Created' }, { write: 'never' }),
  updatedAt: time({ zh: '更新时间', en: 'Updated' }, { write: 'never' }),
  createdBy: reference({ zh: '创建人', en: 'Created by' }, 'admin', { write: 'never' }),
  updatedBy: reference({ zh: '更新人', en: 'Updated by' }, 'admin', { write: 'never' }),
  version: integer({ zh: '版本', en: 'Version' }, { write: 'never' }),
} as const satisfies Fields;

const logFields: Fields = { id: baseFields.id, createdAt: baseFields.createdAt };

/** All fields of a record, its own first, then the engine's. */
export const allFields = memoizePer(
  (resource: AnyResource): Fields => ({ ...resource.fields, ...(isLog(resource) ? logFields : baseFields) }),
);

/** What an entry of the log may name: the fields of a record, and before them what its actions answer. */
export const loggedFields = memoizePer((resource: AnyResource): Fields => {
  const answered = Object.values(resource.actions ?? {}).map(({ output }) => output ?? {});
  return Object.assign({}, ...answered, allFields(resource));
});

/** A field by name, the engine's included. */
export function findField(resource: AnyResource, name: string): Field | undefined {
  return resource.fields[name] ?? (allFields(resource)[name] as Field | undefined);
}
