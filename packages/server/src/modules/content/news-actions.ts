import { helpDoc, helpDocVersion, notice } from '@gantry/core';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall, Operations } from '../../platform/engine/operation.ts';
import { createCloneOperation } from '../../platform/engine/record-actions/clone-record.ts';
import { deleteRecord } from '../../platform/engine/record-actions/delete-record.ts';
import { createGuardedWrites, type Derive } from '../../platform/engine/record-actions/guarded-writes.ts';
import { createContentReader, keepVersion } from '../../platform/engine/record-actions/keep-version.ts';
import { scheduleRecord } from '../../platform/engine/record-actions/move-record.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { reorderRecord } from '../../platform/engine/record-actions/reorder-record.ts';
import { createVersionOperations } from '../../platform/engine/record-actions/version-record.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { checkNoticeTimes, composeNotice, publishNotice, resendNotice, scheduleNotice } from './publish-notice.ts';

/** Half an article in English is none that its readers could use. */
const missing: Derive = ({ titleEn, contentEn }) => ({ untranslated: !titleEn || !contentEn });
const { publish, rollback } = createVersionOperations(helpDoc, helpDocVersion, { derive: missing });
const writes = createGuardedWrites(helpDoc, async () => null, missing, helpDocVersion);
const read = createContentReader(helpDoc);

/** Users see the published version. The first change of a record published before versions were stored keeps what they see. */
const update: Operation<'help_docs'> = {
  ...writes.update,
  async run(call, prepared) {
    const { row } = call;
    const isStored = row.status !== 'published' || row.published_version !== null;
    return writes.update.run(isStored ? call : { ...call, row: await keepShown(call, row) }, prepared);
  },
};

async function keepShown(
  { tx, services }: OperationCall<'help_docs'>,
  row: RowOf<'help_docs'>,
): Promise<RowOf<'help_docs'>> {
  const { database, clock } = services;
  const at = row.published_at === null ? clock() : row.published_at;
  const version = { row, content: read(row), note: null, publisher: 'system', at };
  const cells = { published_version: await keepVersion(tx, database.dialect, helpDocVersion, version) };
  await tx.updateTable('help_docs').set(cells).where('id', '=', row.id).execute();
  return { ...row, ...cells };
}

/** Help docs are published now or at a time to come, each time as a version to go back to. */
const helpDocOperations: Operations = createOperationsFor(helpDoc, {
  create: writes.create,
  update,
  publish,
  rollback,
  schedule: scheduleRecord,
  clone: createCloneOperation(missing),
  reorder: reorderRecord,
  delete: deleteRecord({ with: [helpDocVersion] }),
});

export const newsOperations: Operations = {
  [`${notice.name}/compose`]: composeNotice,
  [`${notice.name}/publish`]: publishNotice,
  [`${notice.name}/schedule`]: scheduleNotice,
  [`${notice.name}/resend`]: resendNotice,
  ...helpDocOperations,
};

export const newsChecks: RecordChecks = { [notice.name]: checkNoticeTimes };
