import type { AdapterNeeds } from './create-adapters.ts';
import { epaySign, epayStanding, readEpay } from './epay-account.ts';
import { probeEpay, queryEpay, refundByEpay } from './epay-api.ts';
import { judgeEpayNotice } from './epay-notice.ts';
import { payAddresses } from './pay-addresses.ts';
import type { PayableOrder, PaymentAdapter, PayParams } from './payment-adapter.ts';
import { plainReply } from './plain-reply.ts';
import { yuanOf } from './yuan.ts';

type Needs = Pick<AdapterNeeds, 'settings' | 'gate' | 'clock'>;

/** Aggregators of the common epay protocol, by their cashier (`submit.php`). */
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
    create: (order) => openCashier(needs, order),
    verifyNotice: async ({ raw }) => judgeEpayNotice(raw, await readEpay(settings), clock()),
    acknowledge: plainReply,
    query: async ({ no }) => queryEpay(gate, await account(), no, clock()),
    refund: async (request) => refundByEpay(gate, await account(), request),
    probe: async () => probeEpay(gate, await readEpay(settings)),
  };
}

/** An address that opens the cashier with everything signed; nothing is asked of the gateway before the payer goes there. */
async function openCashier({ settings }: Needs, { no, amount, currency, title }: PayableOrder): Promise<PayParams> {
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
  const query = new URLSearchParams({ ...fields, sign: epaySign(fields, account.key), sign_type: 'MD5' });
  return { orderNo: no, amount, currency, payUrl: `${account.gatewayUrl}/submit.php?${query}` };
}
