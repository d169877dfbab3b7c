import type { AdapterDeps } from '../create-adapters.ts';
import { payAddresses } from '../pay-addresses.ts';
import type { PaymentAdapter } from '../payment-adapter.ts';
import { createPlainReply } from '../plain-reply.ts';
import { getAlipayAvailability, readAlipay } from './alipay-account.ts';
import { judgeAlipayNotice } from './alipay-notice.ts';
import { openAlipay, probeAlipay, queryAlipay } from './alipay-orders.ts';
import { reconcileAlipayRefund, refundByAlipay } from './alipay-refund.ts';

/** Alipay's open platform: its page on a desktop or a phone, or a QR code. */
export function createAlipayAdapter(deps: Pick<AdapterDeps, 'settings' | 'outbound' | 'clock'>): PaymentAdapter {
  const { settings, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async () => {
    const found = await readAlipay(settings);
    if (!found) throw new Error('alipay: the account is not filled in');
    return found;
  };
  return {
    channel: 'alipay',
    canQuery: true,
    status: () => getAlipayAvailability(settings),
    async create(order) {
      const addresses = await payAddresses(settings, 'alipay');
      if (!addresses || order.currency !== 'CNY') throw new Error('alipay: it cannot be used now');
      return openAlipay(deps, await account(), addresses, order);
    },
    verifyNotice: async ({ raw }) => judgeAlipayNotice(raw, await readAlipay(settings), clock()),
    acknowledge: createPlainReply,
    query: async ({ no }) => queryAlipay(deps, await account(), no),
    refund: async (request) => refundByAlipay(deps, await account(), request),
    reconcileRefund: async (made) => reconcileAlipayRefund(deps, await account(), made),
    probe: async () => probeAlipay(deps, await readAlipay(settings)),
  };
}
