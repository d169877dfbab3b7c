import {
  ApiError,
  type Field,
  findField,
  getWritableFields,
  localize,
  snake,
  toTableName,
  type Values,
} from '@gantry/core';
import { createRecordReader } from '../../store/columns.ts';
import { withNamedTables } from '../../store/database.ts';
import { listUniqueGroups } from '../../store/table-statements.ts';
import type { Operation, OperationCall } from '../operation.ts';
import { type Derive, insertNew } from './guarded-writes.ts';

/** Maximum number of copies of one record that get a generated name. */
const maxCopies = 200;
const copyLabel = { zh: '副本', en: 'copy' };

/**
 * Creates a copy of a record in its initial state, with its own counters and the values of the input. Unique fields without an
 * input get an unused name.
 */
export const cloneRecord: Operation = createCloneOperation();

/** Returns the operation for an entity with derived fields. */
export function createCloneOperation(derive: Derive = () => ({})): Operation {
  return {
    undo: { creates: true },
    async run(call) {
      const { resource, row, input } = call;
      if (row === null) throw new ApiError('notFound');
      const copied = createRecordReader(resource, Object.keys(getWritableFields(resource, 'create')))(row);
      const values = { ...copied, ...(await findUnusedNames(call, copied)), ...input };
      return insertNew(call, { ...values, ...derive(values) });
    },
  };
}

/** Returns unused names for the title and one text field of each group of unique fields. */
async function findUnusedNames(call: OperationCall, values: Values): Promise<Values> {
  const { resource, input } = call;
  const uniqueFields = listUniqueGroups(resource).map(
    (group) => group.find((name) => name === resource.title) ?? group.at(-1),
  );
  const names = [...new Set([resource.title, ...uniqueFields])].filter(
    (name) => name !== undefined && name in values && !(name in input),
  );
  const unused: Record<string, unknown> = {};
  for (const name of names as string[]) unused[name] = await findUnusedName(call, name, String(values[name] ?? ''));
  return unused;
}

async function findUnusedName(
  { resource, caller, tx }: OperationCall,
  name: string,
  original: string,
): Promise<string> {
  const field = findField(resource, name);
  for (let copy = 1; copy <= maxCopies; copy += 1) {
    const candidate = formatCopyName(field, original, localize(copyLabel, caller.locale), copy);
    const taken = await withNamedTables(tx)
      .selectFrom(toTableName(resource.name))
      .select('id')
      .where(snake(name), '=', candidate)
      .limit(1)
      .executeTakeFirst();
    if (!taken) return candidate;
  }
  throw new ApiError('stateConflict', { data: { copies: maxCopies } });
}

/** `name` -> `name 副本 2`; in a field with a pattern `name-copy-2`. Shortened to fit the field. */
function formatCopyName(field: Field | undefined, original: string, word: string, copy: number): string {
  const hasPattern = field?.kind === 'text' && field.pattern !== undefined;
  const number = copy === 1 ? '' : `${hasPattern ? '-' : ' '}${copy}`;
  const tail = hasPattern ? `-copy${number}` : ` ${word}${number}`;
  const maxLength = field?.kind === 'text' ? (field.max ?? 255) : 255;
  const head = original.slice(0, maxLength - tail.length);
  return `${head.isWellFormed() ? head : head.slice(0, -1)}${tail}`;
}
