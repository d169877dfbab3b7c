import { sharesPaid, sharesRefunded } from '../distribution/order-shares.ts';
import { createDayOf } from '../money/day-of.ts';
import { type AdapterNeeds, createAdapters } from '../payments/create-adapters.ts';
import { invitePaid, inviteRefunded } from '../rewards/invite-hooks.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { OrderHooks } from './order-hooks.ts';
import type { OrderNeeds } from './order-needs.ts';
import { openProductRoom } from './product-room.ts';

/** What else happens when an order is paid or refunded: a room that waits for it has a line here. */
function hooksOf(settings: SettingsReader): OrderHooks {
  const needs = { settings, dayOf: createDayOf() };
  return {
    afterPaid: [invitePaid(needs), sharesPaid(needs)],
    afterRefunded: [inviteRefunded, sharesRefunded(needs)],
  };
}

/** What orders work with. */
export function createOrders(needs: AdapterNeeds): OrderNeeds {
  const hooks = hooksOf(needs.settings);
  return { ...needs, adapters: createAdapters(needs), hooks, products: () => openProductRoom(needs.settings) };
}
