import type { ChainVerdict } from '../audit/verify-chain.ts';
import { createAuditBrokenNotification } from '../notifications/matters.ts';
import { notify } from '../notifications/notify.ts';
import type { Operation } from '../resources/operation.ts';

/** Walks the whole audit log; a break is told to every admin. */
export const verifyAudit: Operation = {
  prepare: ({ services }) => services.audit.verify(),
  async run({ services, tx }, prepared) {
    const verdict = prepared as ChainVerdict;
    if (verdict.firstBad !== null) await notify(tx, services.clock, createAuditBrokenNotification(verdict.firstBad.id));
    return { data: verdict };
  },
};
