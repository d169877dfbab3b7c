import { alipayStanding, readAlipay } from './alipay-account.ts';
import { judgeAlipayNotice } from './alipay-notice.ts';
import { openAlipay, probeAlipay, queryAlipay } from './alipay-orders.ts';
import { lookAtAlipayRefund, refundByAlipay } from './alipay-refund.ts';
import type { AdapterNeeds } from './create-adapters.ts';
import { payAddresses } from './pay-addresses.ts';
import type { PaymentAdapter } from './payment-adapter.ts';
import { plainReply } from './plain-reply.ts';

/** Alipay's open platform: its page on a desktop or a phone, or a QR code. */
export function createAlipayAdapter(needs: Pick<AdapterNeeds, 'settings' | 'gate' | 'clock'>): PaymentAdapter {
  const { settings, clock } = needs;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async () => {
    const found = await readAlipay(settings);
    if (!found) throw new Error('alipay: the account is not filled in');
    return found;
  };
  return {
    channel: 'alipay',
    canQuery: true,
    standing: () => alipayStanding(settings),
    async create(order) {
      const addresses = await payAddresses(settings, 'alipay');
      if (!addresses || order.currency !== 'CNY') throw new Error('alipay: it cannot be used now');
      return openAlipay(needs, await account(), addresses, order);
    },
    verifyNotice: async ({ raw }) => judgeAlipayNotice(raw, await readAlipay(settings), clock()),
    acknowledge: plainReply,
    query: async ({ no }) => queryAlipay(needs, await account(), no),
    refund: async (request) => refundByAlipay(needs, await account(), request),
    lookAtRefund: async (made) => lookAtAlipayRefund(needs, await account(), made),
    probe: async () => probeAlipay(needs, await readAlipay(settings)),
  };
}
