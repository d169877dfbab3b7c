import { type AnyResource, Fault, refusalWords, tableName, type Values, writableFields } from '@gantry/core';
import { changedDraft, differing } from '../../resources/changes.ts';
import { planOf } from '../../resources/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { assertReferences } from '../../resources/refusals.ts';
import { recordReader } from '../../store/columns.ts';
import type { Row } from '../../store/database.ts';
import { changedCells, insertRecords, newRow } from '../../store/records.ts';
import { moveRecord } from './move-record.ts';

/** Where a record lies, and not what it is: no version has it. */
const ofThePlace = ['sort', 'category', 'categoryId'];

/** Publishing a record as a new version of it, and going back to one: the log of versions keeps the whole content of each. */
export function versionOperations(resource: AnyResource, log: AnyResource) {
  const names = Object.keys(writableFields(resource, 'update')).filter((name) => !ofThePlace.includes(name));
  const read = recordReader(resource, names);

  /** Writes the content as the next version, and moves the record. */
  async function publish(call: OperationCall, row: Row, content: Values, note: unknown): Promise<OperationResult> {
    const { services, tx, caller, name } = call;
    const { dialect } = services.database;
    const at = services.clock();
    const no = (await lastVersion(call, row)) + 1;
    const version = { ownerId: Number(row.id), no, note: note ?? null, publisher: caller.actor.name, content };
    await insertRecords(tx, dialect, log, [newRow(log, version, { by: null, at })]);
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const stamp = { publishedVersion: no, publishedAt: at, rejectReason: null };
    const { after } = await moveRecord(move, { ...content, ...stamp });
    const audit = changedDraft(resource, name, row, differing(row, after));
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  }

  async function lastVersion({ tx }: OperationCall, row: Row): Promise<number> {
    const found = await tx
      .selectFrom(tableName(log.name))
      .select(({ fn }) => fn.max('no').as('no'))
      .where('owner_id', '=', row.id)
      .executeTakeFirst();
    return Number(found?.no ?? 0);
  }

  const published: Operation = {
    async run(call) {
      if (call.row === null) throw new Fault('notFound');
      return publish(call, call.row, read(call.row), call.input.note);
    },
  };

  const rollback: Operation = {
    async run(call) {
      const { tx, row, input, caller } = call;
      if (row === null) throw new Fault('notFound');
      const kept = await tx
        .selectFrom(tableName(log.name))
        .select('content')
        .where('owner_id', '=', row.id)
        .where('no', '=', input.no)
        .executeTakeFirst();
      if (!kept)
        throw new Fault('invalid', { errors: { no: [refusalWords('reference', String(input.no), caller.t)] } });
      const old = JSON.parse(String(kept.content)) as Values;
      const content = Object.fromEntries(Object.entries(old).filter(([name]) => names.includes(name)));
      await assertReferences(tx, planOf(resource), content, caller);
      const cells = changedCells(resource, content);
      const restored = { ...row, ...cells };
      return publish(call, row, read(restored), `↩ ${String(input.no)}`);
    },
  };

  return { publish: published, approve: published, rollback };
}
