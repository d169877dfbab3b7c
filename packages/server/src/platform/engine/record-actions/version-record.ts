import { isDeepStrictEqual } from 'node:util';
import { type AnyResource, ApiError, formatRejection, getWritableFields, tableName, type Values } from '@gantry/core';
import { recordReader } from '../../store/columns.ts';
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
  /** What users are given holds together with other records, now that it goes out. */
  readonly rule?: Rule;
}

/** Publishing a record as a new version of it, and going back to one: the log of versions keeps the whole content of each. */
export function createVersionOperations(
  resource: AnyResource,
  log: AnyResource,
  { derive = () => ({}), rule }: Rules = {},
) {
  const names = listVersionFields(resource);
  const read = createContentReader(resource);

  /** Writes the content as the next version, and moves the record. */
  async function publish(call: OperationCall, row: Row, content: Values, note: unknown): Promise<OperationResult> {
    const { services, tx, caller, name } = call;
    const { dialect } = services.database;
    const full = { ...createPlan(resource).current(row), ...content };
    const errors = (await rule?.({ tx, dialect, row, values: full, caller })) ?? null;
    if (errors) throw new ApiError('invalid', { errors });
    const at = services.clock();
    const version = { row, content, note, publisher: caller.actor.name, at };
    const no = await keepVersion(tx, dialect, log, version);
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const stamp = { publishedVersion: no, publishedAt: at, rejectReason: null, changedSince: false };
    // What a version holds may be another record's by now.
    const { after } = await reportTaken(services.database, createPlan(resource), caller, () =>
      moveRecord(move, { ...content, ...derive(content), ...stamp }),
    );
    const audit = createChangedDraft(resource, name, row, pickDiffering(row, after));
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  }

  const published: Operation = {
    async run(call) {
      if (call.row === null) throw new ApiError('notFound');
      return publish(call, call.row, read(call.row), call.input.note);
    },
  };

  const rollback: Operation = {
    async run(call) {
      const { tx, row, input, caller } = call;
      if (row === null) throw new ApiError('notFound');
      const stored = await withNamedTables(tx)
        .selectFrom(tableName(log.name))
        .select('content')
        .where('owner_id', '=', row.id)
        .where('no', '=', input.no)
        .executeTakeFirst();
      if (!stored)
        throw new ApiError('invalid', { errors: { no: [formatRejection('reference', String(input.no), caller.t)] } });
      const old = JSON.parse(String(stored.content)) as Values;
      const content = Object.fromEntries(Object.entries(old).filter(([name]) => names.includes(name)));
      await assertReferences(tx, createPlan(resource), content, caller);
      const cells = toChangedCells(resource, content);
      const restored = { ...row, ...cells };
      return publish(call, row, read(restored), `↩ ${String(input.no)}`);
    },
  };

  return { publish: published, approve: published, rollback };
}

/** Where a record lies, and not what it is: no version has it. */
const ofThePlace = ['sort', 'category', 'categoryId', 'pinned'];

/** The fields that a version holds. */
export function listVersionFields(resource: AnyResource): string[] {
  return Object.keys(getWritableFields(resource, 'update')).filter((name) => !ofThePlace.includes(name));
}

/** Reads out of a row what a version of it holds. */
export function createContentReader(resource: AnyResource): (row: Row) => Values {
  return recordReader(resource, listVersionFields(resource));
}

/** The field that shows whether a row, as it is going to be, differs from its published version; nothing when it has none. */
export async function findChangesSince(tx: Tx, resource: AnyResource, log: AnyResource, row: Row): Promise<Values> {
  if (row.published_version === null) return {};
  const stored = await withNamedTables(tx)
    .selectFrom(tableName(log.name))
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
  /** What is new in it; null for nothing said. */
  readonly note: unknown;
  readonly publisher: string;
  /** UTC ms. */
  readonly at: number;
}

/** Keeps a content as the next version of its record, and answers which number that is. */
export async function keepVersion(tx: Tx, dialect: Dialect, log: AnyResource, version: Version): Promise<number> {
  const { row, content, note, publisher, at } = version;
  const last = await withNamedTables(tx)
    .selectFrom(tableName(log.name))
    .select(({ fn }) => fn.max('no').as('no'))
    .where('owner_id', '=', row.id)
    .executeTakeFirst();
  const no = Number(last?.no ?? 0) + 1;
  const values = { ownerId: row.id, no, note: note ?? null, publisher, content };
  await insertRecords(tx, dialect, log, [createRow(log, values, { by: null, at })]);
  return no;
}
