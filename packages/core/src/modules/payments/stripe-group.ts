import type { SettingsGroup } from '../../definition/index.ts';
import { secret, text } from '../../fields/index.ts';
import { channelActions, channelEnabled, channelNotifyUrl, getChannelAvailability } from './pay-channel-parts.ts';

/** Payment on a page of Stripe. */
export const stripeGroup = {
  label: { zh: 'Stripe', en: 'Stripe' },
  help: {
    zh: '用 Stripe Checkout 收款。币种在“支付”中设置，须以百分之一为最小单位；待支付时长须在 30 到 1435 分钟之间',
    en: 'Accepts payments through Stripe Checkout. The currency of the payment settings must use hundredths as its minor unit, and orders must stay open for 30 to 1,435 minutes.',
  },
  sensitive: true,
  fields: {
    enabled: channelEnabled,
    status: getChannelAvailability,
    secretKey: secret(
      { zh: '密钥', en: 'Secret key' },
      {
        min: 16,
        max: 255,
        boundTo: ['gatewayUrl'],
        help: {
          zh: 'sk_… 或受限密钥 rk_…；受限密钥需要 Checkout Sessions 与 Refunds 的写权限、PaymentIntents 的读权限',
          en: 'sk_…, or a restricted key rk_… with write access to Checkout Sessions and Refunds and read access to PaymentIntents.',
        },
      },
    ),
    webhookSecret: secret(
      { zh: 'Webhook 签名密钥', en: 'Webhook signing secret' },
      {
        min: 16,
        max: 255,
        help: {
          zh: 'whsec_…。在 Stripe 后台为通知地址添加 Webhook 后得到，事件选 checkout.session.completed、checkout.session.async_payment_succeeded、refund.updated、refund.failed 与 charge.refund.updated',
          en: 'whsec_… Create a webhook for the notification URL with these events: checkout.session.completed, checkout.session.async_payment_succeeded, refund.created, refund.updated, refund.failed, charge.refund.updated, charge.dispute.created, charge.dispute.closed.',
        },
      },
    ),
    notifyUrl: channelNotifyUrl,
    gatewayUrl: text(
      { zh: '接口地址', en: 'API address' },
      {
        required: true,
        max: 200,
        mono: true,
        pattern: 'https?://[^\\s?#@]+',
        default: 'https://api.stripe.com',
        help: { zh: '一般无须更改', en: 'Usually no change is needed.' },
      },
    ),
  },
  actions: channelActions,
} as const satisfies SettingsGroup;
