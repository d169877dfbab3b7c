import { auditLog } from '@gantry/core';
import type { ChainVerdict } from '../../platform/audit/verify-chain.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';

/** Verifies the complete audit log and notifies every admin of a break in the chain. */
export const verifyAudit: Operation = {
  prepare: ({ services }) => services.audit.verify(),
  async run({ services, tx }, prepared) {
    const verdict = prepared as ChainVerdict;
    if (verdict.firstBad !== null) await notify(tx, services.clock, createAuditBrokenNotification(verdict.firstBad.id));
    return { data: verdict };
  },
};

export function createAuditBrokenNotification(id: number): Notification {
  return {
    type: 'message',
    event: 'auditBroken',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `auditBroken ${id}`,
    params: { id },
    route: routeTo(auditLog),
  };
}
