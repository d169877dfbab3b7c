import { notice } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { moveDue } from '../../platform/engine/record-actions/move-due.ts';
import { createNoticePublishedNotification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';

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
