import { ApiError } from '@gantry/core';
import { payAddresses } from '../pay-addresses.ts';
import type { PaymentAdapter } from '../payment-adapter.ts';
import {
  getWechatPayAvailability,
  readWechatPay,
  type WechatPayAccount,
  type WechatPayDeps,
} from './wechat-pay-account.ts';
import { judgeWechatPayNotice } from './wechat-pay-notice.ts';
import { openWechatPay, queryWechatPay } from './wechat-pay-order.ts';
import { probeWechatPay } from './wechat-pay-probe.ts';
import { reconcileWechatPayRefund, refundByWechatPay } from './wechat-pay-refund.ts';

/** Paid with WeChat (API v3): by a QR code, inside WeChat, or from the browser of a phone. */
export function createWechatPayAdapter(deps: WechatPayDeps): PaymentAdapter {
  const { settings, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async (): Promise<WechatPayAccount> => {
    const found = await readWechatPay(settings);
    if (!found) throw new Error('WeChat Pay: the account is not filled in');
    return found;
  };
  return {
    channel: 'wechat',
    canQuery: true,
    status: () => getWechatPayAvailability(settings),
    async create(order, payer) {
      const addresses = await payAddresses(settings, 'wechat');
      if (!addresses) throw new Error('WeChat Pay: the site has no address');
      const opened = await openWechatPay(deps, await account(), order, payer, addresses.notify);
      if ('rejection' in opened) throw new ApiError('invalid', { errors: { channel: [opened.rejection] } });
      return { orderNo: order.no, amount: order.amount, currency: order.currency, ...opened.params };
    },
    async verifyNotice(notice) {
      const found = await readWechatPay(settings);
      return found ? judgeWechatPayNotice(notice, found, clock()) : { rejection: 'channelOff', orderNo: null };
    },
    acknowledge: (isTaken) =>
      isTaken
        ? { status: 204, type: 'application/json', body: '' }
        : { status: 500, type: 'application/json', body: JSON.stringify({ code: 'FAIL', message: 'rejected' }) },
    probe: () => probeWechatPay(deps),
    query: async ({ no }) => queryWechatPay(deps, await account(), no),
    async refund(request) {
      const notify = (await payAddresses(settings, 'wechat'))?.notify ?? null;
      return refundByWechatPay(deps, await account(), request, notify);
    },
    reconcileRefund: async (made) => reconcileWechatPayRefund(deps, await account(), made),
  };
}
