import { aiModel, Fault } from '@gantry/core';
import { deletedDraft } from '../../resources/changes.ts';
import { removing, usagesOf } from '../../resources/delete.ts';
import type { Operation } from '../../resources/operation.ts';
import { removeRecords } from '../../store/records.ts';
import { usesOfLastIn } from './group-uses.ts';
import { settingsUses } from './model-uses.ts';

/** A model that was ever used stays, so that its records keep their sense; it can be disabled. */
export const deleteModel: Operation = {
  async run(call) {
    const { tx, services, row, id } = call;
    if (row === null || id === null) throw new Fault('notFound');
    const { catalogue, database } = services;
    const referring = (await usagesOf(catalogue, tx, aiModel, [id])).get(id) ?? [];
    const named = [...(await settingsUses(catalogue, tx, id, () => true)), ...(await usesOfLastIn(call))];
    const usages = [...referring, ...named];
    const used = await tx
      .selectFrom('usage_records')
      .select('id')
      .where('model_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    const all = used ? [...usages, { resource: 'usageRecord', count: 1 }] : usages;
    if (all.length > 0) throw new Fault('inUse', { data: { usages: all } });
    await removing(database.dialect, () => removeRecords(tx, database.dialect, aiModel, [id]));
    return { data: null, audit: deletedDraft(aiModel, row) };
  },
};
