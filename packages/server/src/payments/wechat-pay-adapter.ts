import { Fault } from '@gantry/core';
import { payAddresses } from './pay-addresses.ts';
import type { PaymentAdapter } from './payment-adapter.ts';
import { readWechatPay, type WechatPayAccount, type WechatPayNeeds, wechatPayStanding } from './wechat-pay-account.ts';
import { judgeWechatPayNotice } from './wechat-pay-notice.ts';
import { openWechatPay, queryWechatPay } from './wechat-pay-order.ts';
import { probeWechatPay } from './wechat-pay-probe.ts';
import { lookAtWechatPayRefund, refundByWechatPay } from './wechat-pay-refund.ts';

/** Paid with WeChat (API v3): by a QR code, inside WeChat, or from the browser of a phone. */
export function createWechatPayAdapter(needs: WechatPayNeeds): PaymentAdapter {
  const { settings, clock } = needs;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async (): Promise<WechatPayAccount> => {
    const found = await readWechatPay(settings);
    if (!found) throw new Error('WeChat Pay: the account is not filled in');
    return found;
  };
  return {
    channel: 'wechat',
    canQuery: true,
    standing: () => wechatPayStanding(settings),
    async create(order, payer) {
      const addresses = await payAddresses(settings, 'wechat');
      if (!addresses) throw new Error('WeChat Pay: the site has no address');
      const opened = await openWechatPay(needs, await account(), order, payer, addresses.notify);
      if ('refusal' in opened) throw new Fault('invalid', { errors: { channel: [opened.refusal] } });
      return { orderNo: order.no, amount: order.amount, currency: order.currency, ...opened.params };
    },
    async verifyNotice(notice) {
      const found = await readWechatPay(settings);
      return found ? judgeWechatPayNotice(notice, found, clock()) : { refusal: 'channelOff', orderNo: null };
    },
    acknowledge: (isTaken) =>
      isTaken
        ? { status: 204, type: 'application/json', body: '' }
        : { status: 500, type: 'application/json', body: JSON.stringify({ code: 'FAIL', message: 'refused' }) },
    probe: () => probeWechatPay(needs),
    query: async ({ no }) => queryWechatPay(needs, await account(), no),
    async refund(request) {
      const notify = (await payAddresses(settings, 'wechat'))?.notify ?? null;
      return refundByWechatPay(needs, await account(), request, notify);
    },
    lookAtRefund: async (made) => lookAtWechatPayRefund(needs, await account(), made),
  };
}
