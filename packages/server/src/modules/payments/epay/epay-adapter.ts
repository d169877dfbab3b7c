import { isIP } from 'node:net';
import type { AdapterDeps } from '../create-adapters.ts';
import { payAddresses } from '../pay-addresses.ts';
import type { PayableOrder, Payer, PaymentAdapter, PayParams } from '../payment-adapter.ts';
import { createPlainReply } from '../plain-reply.ts';
import { formatYuan } from '../yuan.ts';
import { getEpayAvailability, readEpay, signEpay } from './epay-account.ts';
import { createEpayPayment, probeEpay, queryEpay, refundByEpay } from './epay-api.ts';
import { judgeEpayNotice } from './epay-notice.ts';

type Deps = Pick<AdapterDeps, 'settings' | 'outbound' | 'clock'>;

/** Aggregators of the common epay protocol, by their cashier (`submit.php`) or asked for a page (`mapi.php`). */
export function createEpayAdapter(deps: Deps): PaymentAdapter {
  const { settings, outbound, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async () => {
    const found = await readEpay(settings);
    if (!found) throw new Error('epay: the account is not filled in');
    return found;
  };
  return {
    channel: 'epay',
    canQuery: true,
    status: () => getEpayAvailability(settings),
    async lacks({ ip }) {
      const found = await readEpay(settings);
      return found?.confirmsFirst && (ip === null || isIP(ip) === 0) ? ['payerIp', noAddress] : null;
    },
    create: (order, payer) => openEpay(deps, order, payer),
    verifyNotice: async ({ raw }) => judgeEpayNotice(raw, await readEpay(settings), clock()),
    acknowledge: createPlainReply,
    query: async ({ no }) => queryEpay(outbound, await account(), no, clock()),
    refund: async (request) => refundByEpay(outbound, await account(), request),
    probe: async () => probeEpay(outbound, await readEpay(settings)),
  };
}

const noAddress = {
  zh: '易支付用 mapi.php 下单须带付款人的 IP 地址',
  en: 'Epay by mapi.php needs the IP address of the payer',
} as const;

/**
 * An address that opens the cashier with everything signed, of which nothing is asked before the payer goes there; or what the
 * gateway gives when it is asked: a page, a code or an app's address.
 */
async function openEpay(
  { settings, outbound }: Deps,
  { no, amount, currency, title }: PayableOrder,
  { ip }: Payer,
): Promise<PayParams> {
  const [account, addresses] = [await readEpay(settings), await payAddresses(settings, 'epay')];
  if (!account || !addresses || currency !== 'CNY') throw new Error('epay: it cannot be used now');
  const fields = {
    pid: account.pid,
    ...(account.payType === null ? {} : { type: account.payType }),
    out_trade_no: no,
    notify_url: addresses.notify,
    return_url: addresses.back,
    name: title.trim(),
    money: formatYuan(amount),
  };
  if (account.confirmsFirst) {
    const opened = await createEpayPayment(outbound, account, { ...fields, clientip: ip ?? '', device: 'pc' });
    return { orderNo: no, amount, currency, ...opened };
  }
  const query = new URLSearchParams({ ...fields, sign: signEpay(fields, account.key), sign_type: 'MD5' });
  return { orderNo: no, amount, currency, payUrl: `${account.gatewayUrl}/submit.php?${query}` };
}
