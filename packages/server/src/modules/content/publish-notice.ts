import {
  ApiError,
  check,
  createSchema,
  type FieldErrors,
  fillDefaults,
  formatRejection,
  getWritableFields,
  localize,
  notice,
  splitLanguages,
  type Values,
} from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { insertNew } from '../../platform/engine/record-actions/guarded-writes.ts';
import { type Due, findNextMove, moveDue, moveRecord } from '../../platform/engine/record-actions/move-record.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { writeRow } from '../knowledge/index.ts';

/**
 * Creates an announcement from one text in both languages and schedules it in the same call; errors of its parts are reported on
 * the text.
 */
export const composeNotice: Operation = {
  undo: { creates: true },
  async run(call) {
    const { resource, caller, input } = call;
    const { text, ...rest } = input;
    const { title, content, titleEn, contentEn } = splitLanguages(String(text));
    const article = { title, content, titleEn: titleEn || null, contentEn: contentEn || null };
    const values = fillDefaults({ ...rest, ...article }, getWritableFields(resource, 'create'), 'create');
    const checked = check(createSchema(resource), values, resource.fields, caller.locale, caller.t);
    if (!checked.ok) throw new ApiError('invalid', { errors: { text: Object.values(checked.errors).flat() } });
    return insertNew(call, { ...values, status: 'scheduled' });
  },
};

const span = { zh: '展示时间', en: 'The display time' };

/** An announcement that ends before it starts is rejected; one without an end or a start is not. */
export function checkNoticeTimes({ startAt, endAt }: Values, { locale, t }: Caller): FieldErrors | null {
  if (typeof startAt !== 'number' || typeof endAt !== 'number' || startAt < endAt) return null;
  return { endAt: [formatRejection('range', localize(span, locale), t)] };
}

/** Publishes immediately: an empty start, or one in the future, becomes now. */
export const publishNotice: Operation<'notices'> = {
  async run({ caller, services, resource, name, tx, row }) {
    const now = services.clock();
    const planned = row.start_at;
    const startAt = planned === null || planned > now ? now : planned;
    const endAt = row.end_at;
    const errors = checkNoticeTimes({ startAt: Math.max(startAt, now), endAt }, caller);
    if (errors) throw new ApiError('invalid', { errors });
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { startAt });
    await notify(tx, services.clock, createNoticePublishedNotification(row.id, Number(after.version), row.title));
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};

/** Schedules the publication; rejects an announcement that ends before it. */
export const scheduleNotice: Operation<'notices'> = {
  undo: { fields: ['status', 'startAt'] },
  async run({ caller, services, resource, name, tx, row, input }) {
    const errors = checkNoticeTimes({ startAt: input.startAt, endAt: row.end_at }, caller);
    if (errors) throw new ApiError('invalid', { errors });
    const move = { services, resource, action: name, tx, row, by: caller.actor.id };
    const { after, audit } = await moveRecord(move, { startAt: input.startAt });
    return { data: await presentRow(services, tx, resource, after, caller), audit };
  },
};

/** Shows a published announcement to everyone again by deleting who has read it. One that has ended is rejected. */
export const resendNotice: Operation<'notices'> = {
  async run(call) {
    const { tx, row, caller, services } = call;
    const endAt = row.end_at;
    const errors = checkNoticeTimes({ startAt: services.clock(), endAt }, caller);
    if (errors) throw new ApiError('invalid', { errors });
    await tx.deleteFrom('notice_reads').where('notice_id', '=', row.id).execute();
    return writeRow(call, row, { read_count: 0 });
  },
};

const createPublishDue = ({ clock }: Pick<Services, 'clock'>): Due => ({
  resource: notice,
  action: 'publishDue',
  when: 'startAt',
  moved: (tx, { id, title }, { version }) =>
    notify(tx, clock, createNoticePublishedNotification(Number(id), Number(version), String(title))),
});

/** Publishes the announcements whose time has come, and notifies admins. Returns how many. */
export function publishDueNotices(services: Services): Promise<number> {
  return moveDue(services, createPublishDue(services));
}

export function createNoticesJob(services: Services): ScheduledJob {
  return {
    name: 'publish announcements',
    everyMs: 2_000,
    watches: ['notices'],
    nextDue: () => findNextMove(services, [createPublishDue(services)]),
    run: async () => {
      await publishDueNotices(services);
    },
  };
}

export function createNoticePublishedNotification(id: number, version: number, title: string): Notification {
  return {
    type: 'notice',
    event: 'noticePublished',
    severity: 'info',
    audience: 'everyone',
    dedupeKey: `noticePublished ${id} ${version}`,
    params: { title },
    route: routeTo(notice, { id: [id] }),
  };
}
