import {
  ApiError,
  type Field,
  findField,
  getWritableFields,
  localize,
  snake,
  tableName,
  type Values,
} from '@gantry/core';
import { recordReader } from '../../store/columns.ts';
import { withNamedTables } from '../../store/database.ts';
import { listUniqueGroups } from '../../store/table-statements.ts';
import type { Operation, OperationCall } from '../operation.ts';
import { type Derive, insertNew } from './guarded-writes.ts';

/** So many copies of one record are named by themselves. */
const maxCopies = 200;
const copyWords = { zh: '副本', en: 'copy' };

/**
 * A copy of a record in its first state, with figures of its own and with what the input says; where no two may be alike and
 * it says nothing, under a free name.
 */
export const cloneRecord: Operation = createCloneOperation();

/** The same of an entity some of whose fields follow from others. */
export function createCloneOperation(derive: Derive = () => ({})): Operation {
  return {
    undo: { makes: true },
    async run(call) {
      const { resource, row, input } = call;
      if (row === null) throw new ApiError('notFound');
      const copied = recordReader(resource, Object.keys(getWritableFields(resource, 'create')))(row);
      const values = { ...copied, ...(await freeNames(call, copied)), ...input };
      return insertNew(call, { ...values, ...derive(values) });
    },
  };
}

/** The title, and one text of each group of fields that no two records share. */
async function freeNames(call: OperationCall, values: Values): Promise<Values> {
  const { resource, input } = call;
  const named = listUniqueGroups(resource).map(
    (group) => group.find((name) => name === resource.title) ?? group.at(-1),
  );
  const names = [...new Set([resource.title, ...named])].filter(
    (name) => name !== undefined && name in values && !(name in input),
  );
  const free: Record<string, unknown> = {};
  for (const name of names as string[]) free[name] = await freeName(call, name, String(values[name] ?? ''));
  return free;
}

async function freeName({ resource, caller, tx }: OperationCall, name: string, given: string): Promise<string> {
  const field = findField(resource, name);
  for (let copy = 1; copy <= maxCopies; copy += 1) {
    const candidate = copyNamed(field, given, localize(copyWords, caller.locale), copy);
    const taken = await withNamedTables(tx)
      .selectFrom(tableName(resource.name))
      .select('id')
      .where(snake(name), '=', candidate)
      .limit(1)
      .executeTakeFirst();
    if (!taken) return candidate;
  }
  throw new ApiError('stateConflict', { data: { copies: maxCopies } });
}

/** `name` -> `name 副本 2`; in a field of a fixed form `name-copy-2`. Cut so that it fits. */
function copyNamed(field: Field | undefined, given: string, word: string, copy: number): string {
  const isFormed = field?.kind === 'text' && field.pattern !== undefined;
  const number = copy === 1 ? '' : `${isFormed ? '-' : ' '}${copy}`;
  const tail = isFormed ? `-copy${number}` : ` ${word}${number}`;
  const most = field?.kind === 'text' ? (field.max ?? 255) : 255;
  const head = given.slice(0, most - tail.length);
  return `${head.isWellFormed() ? head : head.slice(0, -1)}${tail}`;
}
