import type { Services } from '../context.ts';
import { createAdapters } from '../payments/create-adapters.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { OrderHooks } from './order-hooks.ts';
import type { OrderNeeds } from './order-needs.ts';
import { openProductRoom } from './product-room.ts';

/** What else happens when an order is paid or refunded: a room that waits for it has a line here. */
const hooks: OrderHooks = { afterPaid: [], afterRefunded: [] };

/** What orders work with. */
export function createOrders(needs: Services & { readonly settings: SettingsReader }): OrderNeeds {
  return { ...needs, adapters: createAdapters(needs), hooks, products: () => openProductRoom(needs.settings) };
}
