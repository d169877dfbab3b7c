import { ApiError, aiModel } from '@gantry/core';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import { findUsages, runRemoval } from '../../platform/engine/delete.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { removeRecords } from '../../platform/store/records.ts';
import { listUsesOfLastInGroup } from './group-uses.ts';
import { listSettingsUses } from './model-uses.ts';

/** A model that was ever used stays, so that its records keep their sense; it can be disabled. */
export const deleteModel: Operation = {
  async run(call) {
    const { tx, services, row, id } = call;
    if (row === null || id === null) throw new ApiError('notFound');
    const { catalogue, database } = services;
    const referring = (await findUsages(catalogue, tx, aiModel, [id])).get(id) ?? [];
    const named = [...(await listSettingsUses(catalogue, tx, id, () => true)), ...(await listUsesOfLastInGroup(call))];
    const usages = [...referring, ...named];
    const used = await tx
      .selectFrom('usage_records')
      .select('id')
      .where('model_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    const all = used ? [...usages, { resource: 'usageRecord', count: 1 }] : usages;
    if (all.length > 0) throw new ApiError('inUse', { data: { usages: all } });
    await runRemoval(database.dialect, () => removeRecords(tx, database.dialect, aiModel, [id]));
    return { data: null, audit: createDeletedDraft(aiModel, row) };
  },
};
