import { ApiError } from '@gantry/core';
import { payAddresses } from '../pay-addresses.ts';
import type { PaymentAdapter } from '../payment-adapter.ts';
import { getStripeAvailability, readStripe, type StripeAccount, type StripeDeps } from './stripe-account.ts';
import { openCheckout, queryStripe } from './stripe-checkout.ts';
import { judgeStripeNotice } from './stripe-notice.ts';
import { probeStripe } from './stripe-probe.ts';
import { reconcileStripeRefund, refundByStripe } from './stripe-refund.ts';

/** Cards and what else Stripe takes, on a page of Stripe's own (Checkout). */
export function createStripeAdapter(deps: StripeDeps): PaymentAdapter {
  const { settings, outbound, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async (): Promise<StripeAccount> => {
    const found = await readStripe(settings);
    if (!found.secretKey) throw new Error('Stripe: there is no key');
    return found;
  };
  return {
    channel: 'stripe',
    canQuery: true,
    status: () => getStripeAvailability(settings),
    async create(order) {
      const addresses = await payAddresses(settings, 'stripe');
      if (!addresses) throw new Error('Stripe: the site has no address');
      const page = await openCheckout(outbound, await account(), order, addresses.back);
      if ('rejection' in page) throw new ApiError('invalid', { errors: { channel: [page.rejection] } });
      return { orderNo: order.no, amount: order.amount, currency: order.currency, payUrl: page.url };
    },
    verifyNotice: async (notice) => judgeStripeNotice(notice, await readStripe(settings), clock()),
    acknowledge: (isTaken) => ({ status: isTaken ? 200 : 400, type: 'text/plain; charset=utf-8', body: '' }),
    probe: () => probeStripe(deps),
    query: async ({ no }) => queryStripe(outbound, await account(), no),
    refund: async (request) => refundByStripe(outbound, await account(), request),
    reconcileRefund: async (made) => reconcileStripeRefund(outbound, await account(), made),
  };
}
