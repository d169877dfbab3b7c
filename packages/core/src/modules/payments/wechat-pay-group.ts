import type { SettingsGroup } from '../../definition/index.ts';
import { secret, text } from '../../fields/index.ts';
import { channelActions, channelEnabled, channelNotifyUrl, getChannelAvailability } from './pay-channel-parts.ts';

/** WeChat Pay (API v3): by QR code, inside WeChat, or in a phone browser. */
export const wechatPayGroup = {
  label: { zh: '微信支付', en: 'WeChat Pay' },
  help: {
    zh: '用微信支付 APIv3 收款：扫二维码（Native）、微信内（JSAPI）、手机浏览器（H5），由下单时选择。币种须为 CNY',
    en: 'Accepts payments through WeChat Pay API v3: QR code (Native), inside WeChat (JSAPI), or mobile browser (H5), chosen with each order. The currency must be CNY.',
  },
  sensitive: true,
  fields: {
    enabled: channelEnabled,
    status: getChannelAvailability,
    appId: text({ zh: '应用 ID', en: 'App ID' }, { max: 32, mono: true, pattern: '[A-Za-z0-9]+' }),
    mchId: text({ zh: '商户号', en: 'Merchant ID' }, { max: 32, mono: true, pattern: '[0-9]+' }),
    merchantSerial: text(
      { zh: '商户证书序列号', en: 'Merchant certificate serial' },
      { max: 64, mono: true, pattern: '[0-9A-Fa-f]+' },
    ),
    privateKey: secret(
      { zh: '商户私钥', en: 'Merchant private key' },
      {
        max: 4096,
        boundTo: ['gatewayUrl'],
        help: { zh: 'apiclient_key.pem 的内容', en: 'The content of apiclient_key.pem.' },
      },
    ),
    apiV3Key: secret(
      { zh: 'APIv3 密钥', en: 'APIv3 key' },
      {
        min: 32,
        max: 32,
        generatable: true,
        help: { zh: '32 个字符，用来解密通知', en: '32 characters. Decrypts notifications.' },
      },
    ),
    platformKeyId: text(
      { zh: '微信支付公钥 ID', en: 'Platform key ID' },
      {
        max: 64,
        mono: true,
        pattern: '(?:PUB_KEY_ID_)?[0-9A-Fa-f]+',
        help: {
          zh: 'PUB_KEY_ID_…；仍用平台证书的商户填证书序列号',
          en: 'PUB_KEY_ID_…, or the serial number of the platform certificate for merchants who still use one.',
        },
      },
    ),
    platformKey: secret(
      { zh: '微信支付公钥', en: 'Platform public key' },
      {
        max: 4096,
        help: {
          zh: 'pub_key.pem 的内容，或平台证书；应答与通知都用它验签',
          en: 'Content of pub_key.pem, or the platform certificate. Verifies responses and notifications.',
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
        pattern: 'https?://[^\\s/?#@]+',
        default: 'https://api.mch.weixin.qq.com',
        help: { zh: '一般无须更改', en: 'Usually no change is needed.' },
      },
    ),
  },
  actions: channelActions,
} as const satisfies SettingsGroup;
