import { ApiError } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { moveRecord } from '../../platform/engine/record-actions/move-record.ts';
import { createNoticePublishedNotification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { checkNoticeTimes } from './notice-times.ts';

/** Publishes at once: what had no start, or one that is still to come, starts now. */
export const publishNotice: Operation = {
  async run({ caller, services, resource, name, tx, row }) {
    if (row === null) throw new ApiError('notFound');
    const now = services.clock();
    const planned = row.start_at === null ? null : Number(row.start_at);
    const startAt = planned === null || planned > now ? now : planned;
    const endAt = row.end_at === null ? null : Number(row.end_at);
    const errors = checkNoticeTimes({ startAt: Math.max(startAt, now), endAt }, caller);
    if (errors) throw new ApiError('invalid', { errors });
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { startAt });
    await notify(
      tx,
      services.clock,
      createNoticePublishedNotification(Number(row.id), Number(after.version), String(row.title)),
    );
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};

/** Plans the publication; an announcement that ends before is refused. */
export const scheduleNotice: Operation = {
  undo: { fields: ['status', 'startAt'] },
  async run({ caller, services, resource, name, tx, row, input }) {
    if (row === null) throw new ApiError('notFound');
    const errors = checkNoticeTimes(
      { startAt: input.startAt, endAt: row.end_at === null ? null : Number(row.end_at) },
      caller,
    );
    if (errors) throw new ApiError('invalid', { errors });
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { startAt: input.startAt });
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};
