import {
  type AnyResource,
  ApiError,
  goldenQuestion,
  knowledge,
  knowledgeExport,
  recallRecord,
  recallRun,
  tableName,
} from '@gantry/core';
import { createDeletedDraft } from '../../../platform/engine/changes.ts';
import { findUsages, runRemoval } from '../../../platform/engine/delete.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import { removeRecords } from '../../../platform/store/records.ts';
import { listAgentsWithBase } from '../../agents/agent-bases.ts';
import { removeExport } from '../archive/export-job.ts';
import { openRuns } from './open-runs.ts';
import { explainRunRejection } from './recall-words.ts';

const parts: readonly AnyResource[] = [recallRecord, goldenQuestion, recallRun];
/** Those, and what goes with files of its own. */
const owned: readonly AnyResource[] = [...parts, knowledgeExport];
/** Records that go with a base; more are deleted first, or forgotten in time. */
const most = 10_000;

async function removeParts({ tx, services }: OperationCall, part: AnyResource, knowledgeId: number): Promise<void> {
  const query = tx.selectFrom(tableName(part.name)).select('id').where('knowledge_id', '=', knowledgeId);
  const rows = await query.limit(most + 1).execute();
  if (rows.length > most)
    throw new ApiError('inUse', { data: { usages: [{ resource: part.name, count: rows.length }] } });
  for (let from = 0; from < rows.length; from += 500) {
    const ids = rows.slice(from, from + 500).map(({ id }) => Number(id));
    await removeRecords(tx, services.database.dialect, part, ids);
  }
}

/** Deletes a base that has no documents and that nobody uses, with what was asked of it, once no test of it goes on. */
export const deleteBase: Operation = {
  async run(call) {
    const { tx, row, services } = call;
    if (row === null) throw new ApiError('notFound');
    const id = Number(row.id);
    const open = await openRuns(tx, id);
    if (open) throw explainRunRejection('underTest', call.caller, open);
    const names = owned.map(({ name }) => name);
    const resources = services.catalogue.resources.filter(({ name }) => !names.includes(name));
    const referring = (await findUsages({ ...services.catalogue, resources }, tx, knowledge, [id])).get(id) ?? [];
    const usages = [...referring, ...(await listAgentsWithBase(tx, id))];
    if (usages.length > 0) throw new ApiError('inUse', { data: { usages } });
    for (const part of parts) await removeParts(call, part, id);
    const exported = tx.selectFrom('knowledge_exports').selectAll().where('knowledge_id', '=', id);
    for (const one of await exported.execute()) await removeExport(tx, services, one);
    const { dialect } = services.database;
    await runRemoval(dialect, () => removeRecords(tx, dialect, knowledge, [id]));
    return { data: null, audit: createDeletedDraft(knowledge, row) };
  },
};
