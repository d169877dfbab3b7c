import { ApiError } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { removeRecords } from '../../platform/store/records.ts';

/** Takes an account of elsewhere from its person; the log keeps whose it was, and nothing by which it could be known. */
export const unlinkIdentity: Operation = {
  async run({ tx, services, resource, row, name }) {
    if (row === null) throw new ApiError('notFound');
    const id = Number(row.id);
    await removeRecords(tx, services.database.dialect, resource, [id]);
    const before = { userId: Number(row.user_id), providerId: Number(row.provider_id), mask: row.mask };
    return { data: null, audit: { resource: resource.name, resourceId: id, action: name, before } };
  },
};
