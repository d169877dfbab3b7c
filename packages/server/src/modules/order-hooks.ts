import { createDayOf } from '../platform/context/day-of.ts';
import type { SettingsReader } from '../platform/settings/settings-reader.ts';
import { createPaidSharesHook, createRefundedSharesHook, previewShares } from './distribution/order-shares.ts';
import type { OrderHooks } from './orders/order-needs.ts';
import { invitePaid, inviteRefunded, previewRewards } from './rewards/invites/invite-hooks.ts';

/** What other modules do when an order is paid or refunded, in this order. */
export function createOrderHooks(settings: SettingsReader): OrderHooks {
  const deps = { settings, dayOf: createDayOf() };
  return {
    afterPaid: [invitePaid(deps), createPaidSharesHook(deps)],
    afterRefunded: [inviteRefunded, createRefundedSharesHook(deps)],
    async previewRefund(scope, refund) {
      return { shares: await previewShares(scope, refund), rewards: await previewRewards(scope, refund) };
    },
  };
}
