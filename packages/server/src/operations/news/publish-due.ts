import { notice } from '@gantry/core';
import type { Services } from '../../context.ts';
import { createNoticePublishedNotification } from '../../notifications/matters.ts';
import { notify } from '../../notifications/notify.ts';
import { moveDue } from '../catalogue/move-due.ts';

/** Publishes the announcements whose time has come, and tells people. Answers how many. */
export function publishDueNotices(services: Services): Promise<number> {
  return moveDue(services, {
    resource: notice,
    action: 'publishDue',
    when: 'startAt',
    moved: (tx, { id, title }, { version }) =>
      notify(tx, services.clock, createNoticePublishedNotification(Number(id), Number(version), String(title))),
  });
}
