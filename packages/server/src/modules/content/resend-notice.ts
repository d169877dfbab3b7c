import { ApiError } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { writeRow } from '../knowledge/write-row.ts';
import { checkNoticeTimes } from './notice-times.ts';

/** Shows a published announcement to everyone once more: who has read it is forgotten. One that has ended is refused. */
export const resendNotice: Operation = {
  async run(call) {
    const { tx, row, caller, services } = call;
    if (row === null) throw new ApiError('notFound');
    const endAt = row.end_at === null ? null : Number(row.end_at);
    const errors = checkNoticeTimes({ startAt: services.clock(), endAt }, caller);
    if (errors) throw new ApiError('invalid', { errors });
    await tx.deleteFrom('notice_reads').where('notice_id', '=', row.id).execute();
    return writeRow(call, row, { read_count: 0 });
  },
};
