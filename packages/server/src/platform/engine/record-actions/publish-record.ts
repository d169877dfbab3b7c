import { ApiError } from '@gantry/core';
import type { Operation } from '../operation.ts';
import { presentRow } from '../present.ts';
import { moveRecord } from './move-record.ts';

/** Publishes and keeps when, in the field `publishedAt`. */
export const publishRecord: Operation = {
  undo: { fields: ['status', 'publishedAt'] },
  async run({ caller, services, resource, name, tx, row }) {
    if (row === null) throw new ApiError('notFound');
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { publishedAt: services.clock() });
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};
