import { isIP } from 'node:net';
import type { LocalizedText, PayMethod } from '@gantry/core';
import type { Payer } from './payment-adapter.ts';

/** Channels with several ways to pay; the first is that of an order which names none. */
const methods: Readonly<Record<string, readonly [PayMethod, ...PayMethod[]]>> = { wechat: ['native', 'jsapi', 'h5'] };

const words = {
  method: { zh: '该渠道没有这种支付方式', en: 'This channel has no such way to pay' },
  openid: { zh: '微信内支付须带付款人的 openid', en: 'Paying inside WeChat needs the openid of the payer' },
  ip: { zh: '手机浏览器支付须带付款人的 IP 地址', en: 'Paying in a phone browser needs the IP address of the payer' },
} as const satisfies Record<string, LocalizedText>;

/** How an order is paid: as asked, else in the usual way of its channel. Null where there is one way alone. */
export const getPayMethod = (channel: string, requested: PayMethod | undefined): PayMethod | null =>
  requested ?? methods[channel]?.[0] ?? null;

/** What stands against paying by a channel in some way, and by which field of the call; null when nothing does. */
export function validateMethods(
  channel: string,
  method: PayMethod | null,
  { openid, ip }: Payer,
): readonly [field: string, why: LocalizedText] | null {
  if (method === null) return null;
  if (!methods[channel]?.includes(method)) return ['payMethod', words.method];
  if (method === 'jsapi' && openid === null) return ['payerOpenid', words.openid];
  if (method === 'h5' && (ip === null || isIP(ip) === 0)) return ['payerIp', words.ip];
  return null;
}
