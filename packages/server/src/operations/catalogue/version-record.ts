import { type AnyResource, Fault, refusalWords, tableName, type Values } from '@gantry/core';
import { changedDraft, differing } from '../../resources/changes.ts';
import { planOf } from '../../resources/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { assertReferences, reportTaken } from '../../resources/refusals.ts';
import type { Row } from '../../store/database.ts';
import { changedCells } from '../../store/records.ts';
import type { Derive, Rule } from './guarded-writes.ts';
import { contentReader, keepVersion, versionFields } from './keep-version.ts';
import { moveRecord } from './move-record.ts';

interface Rules {
  readonly derive?: Derive;
  /** What users are given holds together with other records, now that it goes out. */
  readonly rule?: Rule;
}

/** Publishing a record as a new version of it, and going back to one: the log of versions keeps the whole content of each. */
export function versionOperations(resource: AnyResource, log: AnyResource, { derive = () => ({}), rule }: Rules = {}) {
  const names = versionFields(resource);
  const read = contentReader(resource);

  /** Writes the content as the next version, and moves the record. */
  async function publish(call: OperationCall, row: Row, content: Values, note: unknown): Promise<OperationResult> {
    const { services, tx, caller, name } = call;
    const { dialect } = services.database;
    const whole = { ...planOf(resource).current(row), ...content };
    const errors = (await rule?.({ tx, dialect, row, values: whole, caller })) ?? null;
    if (errors) throw new Fault('invalid', { errors });
    const at = services.clock();
    const version = { row, content, note, publisher: caller.actor.name, at };
    const no = await keepVersion(tx, dialect, log, version);
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const stamp = { publishedVersion: no, publishedAt: at, rejectReason: null, changedSince: false };
    // What a version holds may be another record's by now.
    const { after } = await reportTaken(services.database, planOf(resource), caller, () =>
      moveRecord(move, { ...content, ...derive(content), ...stamp }),
    );
    const audit = changedDraft(resource, name, row, differing(row, after));
    return { data: await presentRow(services, tx, resource, after, caller), audit };
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
