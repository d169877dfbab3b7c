import { isDeepStrictEqual } from 'node:util';
import { type AnyResource, ApiError, formatRejection, getWritableFields, toTableName, type Values } from '@gantry/core';
import { createRecordReader } from '../../store/columns.ts';
import { type Dialect, type Row, type Tx, withNamedTables } from '../../store/database.ts';
import { createRow, insertRecords, toChangedCells } from '../../store/records.ts';
import { createChangedDraft, pickDiffering } from '../changes.ts';
import { createPlan } from '../engine.ts';
import type { Operation, OperationCall, OperationResult } from '../operation.ts';
import { presentRow } from '../present.ts';
import { assertReferences, reportTaken } from '../validation-errors.ts';
import type { Derive, Rule } from './guarded-writes.ts';
import { moveRecord } from './move-record.ts';

interface Rules {
  readonly derive?: Derive;
  /** Rule about other records that is checked when the record is published. */
  readonly rule?: Rule;
}

/**
 * Returns the operations that publish a record as a new version and roll back to a version. The log of versions stores the full
 * content of each.
 */
export function createVersionOperations(
  resource: AnyResource,
  log: AnyResource,
  { derive = () => ({}), rule }: Rules = {},
) {
  const names = listVersionFields(resource);
  const readContent = createContentReader(resource);

  /** Stores the content as the next version, and moves the record to its published state. */
  async function publish(call: OperationCall, row: Row, content: Values, note: unknown): Promise<OperationResult> {
    const { services, tx, caller, name } = call;
    const { dialect } = services.database;
    const values = { ...createPlan(resource).current(row), ...content };
    const errors = (await rule?.({ tx, dialect, row, values, caller })) ?? null;
    if (errors) throw new ApiError('invalid', { errors });
    const at = services.clock();
    const version = { row, content, note, publisher: caller.actor.name, at };
    const no = await keepVersion(tx, dialect, log, version);
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const stamp = { publishedVersion: no, publishedAt: at, rejectReason: null, changedSince: false };
    // A unique value of an old version may have been taken by another record.
    const { after } = await reportTaken(services.database, createPlan(resource), caller, () =>
      moveRecord(move, { ...content, ...derive(content), ...stamp }),
    );
    const audit = createChangedDraft(resource, name, row, pickDiffering(row, after));
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  }

  const publishOperation: Operation = {
    async run(call) {
      if (call.row === null) throw new ApiError('notFound');
      return publish(call, call.row, readContent(call.row), call.input.note);
    },
  };

  const rollbackOperation: Operation = {
    async run(call) {
      const { tx, row, input, caller } = call;
      if (row === null) throw new ApiError('notFound');
      const stored = await withNamedTables(tx)
        .selectFrom(toTableName(log.name))
        .select('content')
        .where('owner_id', '=', row.id)
        .where('no', '=', input.no)
        .executeTakeFirst();
      if (!stored)
        throw new ApiError('invalid', { errors: { no: [formatRejection('reference', String(input.no), caller.t)] } });
      const storedContent = JSON.parse(String(stored.content)) as Values;
      const content = Object.fromEntries(Object.entries(storedContent).filter(([name]) => names.includes(name)));
      await assertReferences(tx, createPlan(resource), content, caller);
      const cells = toChangedCells(resource, content);
      const restored = { ...row, ...cells };
      return publish(call, row, readContent(restored), `↩ ${String(input.no)}`);
    },
  };

  return { publish: publishOperation, approve: publishOperation, rollback: rollbackOperation };
}

/** Fields about the position of a record, not its content: versions do not contain them. */
const positionFields = ['sort', 'category', 'categoryId', 'pinned'];

/** Returns the fields that a version contains. */
export function listVersionFields(resource: AnyResource): string[] {
  return Object.keys(getWritableFields(resource, 'update')).filter((name) => !positionFields.includes(name));
}

/** Returns a function that reads the content of a version from a row. */
export function createContentReader(resource: AnyResource): (row: Row) => Values {
  return createRecordReader(resource, listVersionFields(resource));
}

/** Returns `changedSince`, which tells whether a row, as it will be, differs from its published version; empty without one. */
export async function findChangesSince(tx: Tx, resource: AnyResource, log: AnyResource, row: Row): Promise<Values> {
  if (row.published_version === null) return {};
  const stored = await withNamedTables(tx)
    .selectFrom(toTableName(log.name))
    .select('content')
    .where('owner_id', '=', row.id)
    .where('no', '=', row.published_version)
    .executeTakeFirst();
  if (!stored) return {};
  const published = JSON.parse(String(stored.content)) as Values;
  const content = createContentReader(resource)(row);
  const names = Object.keys(content).filter((name) => name in published);
  return { changedSince: names.some((name) => !isDeepStrictEqual(content[name] ?? null, published[name] ?? null)) };
}

interface Version {
  /** The record, locked, so that no two versions get the same number. */
  readonly row: Row;
  readonly content: Values;
  /** Description of the changes; null when there is none. */
  readonly note: unknown;
  readonly publisher: string;
  /** UTC ms. */
  readonly at: number;
}

/** Stores the content as the next version of its record; returns the number of the version. */
export async function keepVersion(tx: Tx, dialect: Dialect, log: AnyResource, version: Version): Promise<number> {
  const { row, content, note, publisher, at } = version;
  const last = await withNamedTables(tx)
    .selectFrom(toTableName(log.name))
    .select(({ fn }) => fn.max('no').as('no'))
    .where('owner_id', '=', row.id)
    .executeTakeFirst();
  const no = Number(last?.no ?? 0) + 1;
  const values = { ownerId: row.id, no, note: note ?? null, publisher, content };
  await insertRecords(tx, dialect, log, [createRow(log, values, { by: null, at })]);
  return no;
}
