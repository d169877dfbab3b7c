import { ApiError, exportForms, knowledgeExport, localize } from '@gantry/core';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { removeExport } from './archive/export-job.ts';
import { createStamp } from './write-row.ts';

const words = {
  making: { zh: '这个知识库正在导出，编号 ', en: 'An export is already in progress: ' },
} as const;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

/** Has a base packed in the background; one of a base at a time. */
export const exportZip: Operation<'knowledge_bases'> = {
  async run(call) {
    const { tx, services, caller, input, name } = call;
    const { database, clock } = services;
    const base = call.row;
    await database.dialect.lock(tx, `export of base ${base.id}`);
    const making = tx.selectFrom('knowledge_exports').select('id').where('knowledge_id', '=', base.id);
    const other = await making.where('status', '=', 'making').executeTakeFirst();
    if (other) {
      const message = `${localize(words.making, caller.locale)}${other.id}`;
      throw new ApiError('stateConflict', { message, data: { state: 'making', export: other.id } });
    }
    const form = Object.hasOwn(exportForms, String(input.form)) ? String(input.form) : 'stored';
    const values = { name: `${base.name}-${dateOf(clock())}.zip`, knowledgeId: base.id, form };
    const row = createRow(knowledgeExport, values, createStamp(call));
    const [id = 0] = await insertRecords(tx, database.dialect, knowledgeExport, [row]);
    const job = await enqueueJob(tx, database, clock, 'knowledgeExport', caller.actor.id, { params: { id } });
    await tx.updateTable('knowledge_exports').set({ job_id: job }).where('id', '=', id).execute();
    const audit = { resource: call.resource.name, resourceId: base.id, action: name };
    return { data: { export: id, job }, audit: { ...audit, after: { export: id, form, job } } };
  },
};

export const deleteExport: Operation<'knowledge_exports'> = {
  async run(call) {
    const row = call.row;
    await removeExport(call.tx, call.services, row);
    return { data: null, audit: createDeletedDraft(call.resource, row) };
  },
};
