import { ApiError, localize } from '@gantry/core';
import type { Operation } from '../operation.ts';
import { presentRow } from '../present.ts';
import { moveRecord } from './move-record.ts';

const past = { zh: '发布时间须在将来', en: 'The time to publish must be still to come' };

/** Plans the publication for the moment in `publishAt`. */
export const scheduleRecord: Operation = {
  undo: { fields: ['status', 'publishAt'] },
  async run({ caller, services, resource, name, tx, row, input }) {
    if (row === null) throw new ApiError('notFound');
    if (Number(input.publishAt) <= services.clock())
      throw new ApiError('invalid', { errors: { publishAt: [localize(past, caller.locale)] } });
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { publishAt: input.publishAt });
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};
