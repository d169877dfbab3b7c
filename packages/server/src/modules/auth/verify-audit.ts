import type { ChainVerdict } from '../../platform/audit/chain.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { createAuditBrokenNotification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';

/** Walks the whole audit log; a break is told to every admin. */
export const verifyAudit: Operation = {
  prepare: ({ services }) => services.audit.verify(),
  async run({ services, tx }, prepared) {
    const verdict = prepared as ChainVerdict;
    if (verdict.firstBad !== null) await notify(tx, services.clock, createAuditBrokenNotification(verdict.firstBad.id));
    return { data: verdict };
  },
};
