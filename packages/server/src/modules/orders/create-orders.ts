import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createPaidSharesHook, createRefundedSharesHook } from '../distribution/order-shares.ts';
import { createDayOf } from '../ledger/day-of.ts';
import { type AdapterDeps, createAdapters } from '../payments/create-adapters.ts';
import { invitePaid, inviteRefunded } from '../rewards/invites/invite-hooks.ts';
import { openProductHandler } from './fulfilment-port.ts';
import type { OrderHooks } from './order-hooks.ts';
import type { OrderDeps } from './order-needs.ts';

/** What else happens when an order is paid or refunded: a room that waits for it has a line here. */
function hooksOf(settings: SettingsReader): OrderHooks {
  const deps = { settings, dayOf: createDayOf() };
  return {
    afterPaid: [invitePaid(deps), createPaidSharesHook(deps)],
    afterRefunded: [inviteRefunded, createRefundedSharesHook(deps)],
  };
}

/** What orders work with. */
export function createOrders(deps: AdapterDeps): OrderDeps {
  const hooks = hooksOf(deps.settings);
  return { ...deps, adapters: createAdapters(deps), hooks, products: () => openProductHandler(deps.settings) };
}
