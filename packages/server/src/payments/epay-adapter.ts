import { isIP } from 'node:net';
import type { AdapterNeeds } from './create-adapters.ts';
import { epaySign, epayStanding, readEpay } from './epay-account.ts';
import { askEpayToPay, probeEpay, queryEpay, refundByEpay } from './epay-api.ts';
import { judgeEpayNotice } from './epay-notice.ts';
import { payAddresses } from './pay-addresses.ts';
import type { PayableOrder, Payer, PaymentAdapter, PayParams } from './payment-adapter.ts';
import { plainReply } from './plain-reply.ts';
import { yuanOf } from './yuan.ts';

type Needs = Pick<AdapterNeeds, 'settings' | 'gate' | 'clock'>;

/** Aggregators of the common epay protocol, by their cashier (`submit.php`) or asked for a page (`mapi.php`). */
export function createEpayAdapter(needs: Needs): PaymentAdapter {
  const { settings, gate, clock } = needs;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async () => {
    const found = await readEpay(settings);
    if (!found) throw new Error('epay: the account is not filled in');
    return found;
  };
  return {
    channel: 'epay',
    canQuery: true,
    standing: () => epayStanding(settings),
    async lacks({ ip }) {
      const found = await readEpay(settings);
      return found?.asksFirst && (ip === null || isIP(ip) === 0) ? ['payerIp', noAddress] : null;
    },
    create: (order, payer) => openEpay(needs, order, payer),
    verifyNotice: async ({ raw }) => judgeEpayNotice(raw, await readEpay(settings), clock()),
    acknowledge: plainReply,
    query: async ({ no }) => queryEpay(gate, await account(), no, clock()),
    refund: async (request) => refundByEpay(gate, await account(), request),
    probe: async () => probeEpay(gate, await readEpay(settings)),
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
  { settings, gate }: Needs,
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
    money: yuanOf(amount),
  };
  if (account.asksFirst) {
    const opened = await askEpayToPay(gate, account, { ...fields, clientip: ip ?? '', device: 'pc' });
    return { orderNo: no, amount, currency, ...opened };
  }
  const query = new URLSearchParams({ ...fields, sign: epaySign(fields, account.key), sign_type: 'MD5' });
  return { orderNo: no, amount, currency, payUrl: `${account.gatewayUrl}/submit.php?${query}` };
}
