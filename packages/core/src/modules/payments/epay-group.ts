import type { SettingsGroup } from '../../definition/index.ts';
import { choice, secret, text } from '../../fields/index.ts';
import { channelActions, channelEnabled, channelNotifyUrl, getChannelAvailability } from './pay-channel-parts.ts';

/** An aggregator with the common epay protocol. */
export const epayGroup = {
  label: { zh: '易支付', en: 'Epay' },
  help: {
    zh: '通用易支付协议（submit.php 或 mapi.php、api.php，MD5 签名）的聚合渠道；只收人民币',
    en: 'Aggregator with the common Epay protocol (submit.php or mapi.php, api.php, MD5 signatures). CNY only.',
  },
  sensitive: true,
  fields: {
    enabled: channelEnabled,
    status: getChannelAvailability,
    gatewayUrl: text(
      { zh: '接口地址', en: 'Gateway' },
      {
        max: 300,
        mono: true,
        pattern: 'https?://[^\\s?#]+',
        help: {
          zh: 'submit.php 所在的目录，如 https://pay.example.com',
          en: 'Base URL of submit.php, such as https://pay.example.com.',
        },
      },
    ),
    merchantId: text({ zh: '商户号', en: 'Merchant ID (PID)' }, { max: 32, mono: true, pattern: '[A-Za-z0-9_-]+' }),
    merchantKey: secret({ zh: '商户密钥', en: 'Merchant key' }, { min: 8, max: 256, boundTo: ['gatewayUrl'] }),
    opening: choice(
      { zh: '下单接口', en: 'Checkout API' },
      {
        submit: { zh: '收银台（submit.php）', en: 'Its cashier (submit.php)' },
        mapi: { zh: '接口（mapi.php）', en: 'API call (mapi.php)' },
      },
      {
        required: true,
        default: 'submit',
        help: {
          zh: 'mapi.php 直接给出付款页或二维码，须选定支付方式，下单时须带付款人 IP',
          en: 'mapi.php returns a payment page or QR code directly. It requires a payment method, and orders require the payer’s IP address.',
        },
      },
    ),
    payType: choice(
      { zh: '支付方式', en: 'Payment method' },
      {
        any: { zh: '由用户在收银台选择', en: 'Chosen by the user at checkout' },
        alipay: { zh: '支付宝', en: 'Alipay' },
        wxpay: { zh: '微信支付', en: 'WeChat Pay' },
        qqpay: { zh: 'QQ 钱包', en: 'QQ Wallet' },
        bank: { zh: '网银', en: 'Bank' },
      },
      { required: true, default: 'any' },
    ),
    notifyUrl: channelNotifyUrl,
  },
  actions: channelActions,
} as const satisfies SettingsGroup;
