import type { LocalizedText, SettingsGroup } from '../../definition/index.ts';
import { choice, paragraph, secret, text } from '../../fields/index.ts';
import { channelActions, channelEnabled, channelNotifyUrl, getChannelAvailability } from './pay-channel-parts.ts';

const createCertificateField = (label: LocalizedText, help: LocalizedText) => paragraph(label, { max: 20_000, help });

/** Alipay open platform (RSA2), with keys or certificates. */
export const alipayGroup = {
  label: { zh: '支付宝', en: 'Alipay' },
  help: {
    zh: '支付宝开放平台，公钥模式或证书模式（RSA2）；只收人民币',
    en: 'Alipay open platform (RSA2) in key or certificate mode. CNY only.',
  },
  sensitive: true,
  fields: {
    enabled: channelEnabled,
    status: getChannelAvailability,
    gatewayUrl: text(
      { zh: '网关', en: 'Gateway' },
      {
        required: true,
        max: 300,
        mono: true,
        pattern: 'https?://[^\\s?#]+',
        default: 'https://openapi.alipay.com/gateway.do',
        help: {
          zh: '沙箱为 https://openapi-sandbox.dl.alipaydev.com/gateway.do',
          en: 'Sandbox: https://openapi-sandbox.dl.alipaydev.com/gateway.do',
        },
      },
    ),
    appId: text({ zh: '应用编号', en: 'App ID' }, { max: 32, mono: true, pattern: '\\d+' }),
    sellerId: text(
      { zh: '商户账号', en: 'Seller ID (PID)' },
      {
        max: 28,
        mono: true,
        pattern: '\\d+',
        help: {
          zh: '以 2088 开头的 16 位数字；通知里的收款方须与它相同',
          en: '16 digits starting with 2088. Notifications for another seller are rejected.',
        },
      },
    ),
    product: choice(
      { zh: '产品', en: 'Product' },
      {
        page: { zh: '电脑网站支付', en: 'Page pay (desktop)' },
        wap: { zh: '手机网站支付', en: 'WAP pay (mobile)' },
        qr: { zh: '当面付（扫码）', en: 'Pre-create (QR code)' },
      },
      { required: true, default: 'page' },
    ),
    mode: choice(
      { zh: '加签模式', en: 'Signing mode' },
      { key: { zh: '公钥', en: 'Keys' }, certificate: { zh: '公钥证书', en: 'Certificates' } },
      {
        required: true,
        default: 'key',
        help: {
          zh: '与开放平台上应用的“接口加签方式”一致',
          en: 'Must match the signing mode of the app on the open platform (接口加签方式).',
        },
      },
    ),
    privateKey: secret(
      { zh: '应用私钥', en: 'App private key' },
      {
        max: 4096,
        boundTo: ['gatewayUrl'],
        help: {
          zh: 'PKCS#1 或 PKCS#8，可带或不带首尾行',
          en: 'PKCS#1 or PKCS#8, with or without the header and footer lines.',
        },
      },
    ),
    alipayPublicKey: secret(
      { zh: '支付宝公钥', en: 'Alipay public key' },
      {
        max: 2048,
        help: {
          zh: '公钥模式填写。开放平台上“支付宝公钥”一栏，不是应用公钥',
          en: 'Key mode only. The “Alipay public key” of the open platform, not the app’s public key.',
        },
      },
    ),
    appCertificate: createCertificateField(
      { zh: '应用公钥证书', en: 'App certificate' },
      {
        zh: '证书模式填写。appCertPublicKey_….crt 的内容，与应用私钥成对',
        en: 'Certificate mode only. Content of appCertPublicKey_….crt, which belongs to the app private key.',
      },
    ),
    alipayCertificate: createCertificateField(
      { zh: '支付宝公钥证书', en: 'Alipay certificate' },
      {
        zh: '证书模式填写。alipayCertPublicKey_RSA2.crt 的内容；支付宝更换后须重新填写',
        en: 'Content of alipayCertPublicKey_RSA2.crt in certificate mode. Update it when Alipay renews the certificate.',
      },
    ),
    rootCertificates: createCertificateField(
      { zh: '支付宝根证书', en: 'Alipay root certificates' },
      {
        zh: '证书模式填写。alipayRootCert.crt 的全部内容',
        en: 'Certificate mode only. Entire content of alipayRootCert.crt.',
      },
    ),
    notifyUrl: channelNotifyUrl,
  },
  actions: channelActions,
} as const satisfies SettingsGroup;
