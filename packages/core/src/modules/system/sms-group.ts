import type { SettingsGroup } from '../../definition/index.ts';
import { boolean, choice, connectionTestOutput, integer, paragraph, secret, text } from '../../fields/index.ts';

/** A URL that receives POST requests. */
const address = 'https?://[^\\s]+';

/** The SMS provider for verification codes. Services request codes and never see them. */
export const smsGroup = {
  label: { zh: '短信', en: 'Text messages' },
  help: {
    zh: '平台的服务经服务接口 /code/send 与 /code/check 使用；注册是否需要验证手机在“系统设置 - 注册”里',
    en: 'Platform services use it through /code/send and /code/check. Whether registration requires a verified phone number is a system setting.',
  },
  sensitive: true,
  fields: {
    enabled: boolean({ zh: '启用', en: 'Enabled' }),
    provider: choice(
      { zh: '服务商', en: 'Provider' },
      {
        aliyun: { zh: '阿里云', en: 'Alibaba Cloud' },
        tencent: { zh: '腾讯云', en: 'Tencent Cloud' },
        smsbao: { zh: '短信宝', en: 'SMSBao' },
      },
      { required: true, default: 'aliyun' },
    ),
    accessKeyId: text(
      { zh: 'AccessKey ID', en: 'AccessKey ID' },
      {
        max: 128,
        mono: true,
        help: {
          zh: '腾讯云填 SecretId，短信宝填用户名',
          en: 'SecretId (Tencent Cloud) or username (SMSBao).',
        },
      },
    ),
    accessKeySecret: secret(
      { zh: 'AccessKey Secret', en: 'AccessKey Secret' },
      {
        max: 500,
        boundTo: ['provider', 'endpoint'],
        help: {
          zh: '腾讯云填 SecretKey，短信宝填密码或 ApiKey',
          en: 'SecretKey (Tencent Cloud), or password or ApiKey (SMSBao).',
        },
      },
    ),
    signName: text(
      { zh: '短信签名', en: 'Signature' },
      { max: 30, pattern: '[^【】\\[\\]]+', help: { zh: '不带【】', en: 'Without brackets' } },
    ),
    templateCode: text(
      { zh: '模板编号', en: 'Template' },
      {
        max: 64,
        mono: true,
        pattern: '[A-Za-z0-9_-]+',
        help: {
          zh: '阿里云形如 SMS_123456789，变量名为 code；腾讯云为数字编号，变量 {1}；短信宝不需要',
          en: 'Alibaba Cloud: a template such as SMS_123456789 with the variable code. Tencent Cloud: a number, with the variable {1}. Not needed for SMSBao.',
        },
      },
    ),
    withMinutes: boolean(
      { zh: '模板含有效分钟', en: 'Template includes expiry' },
      {
        help: {
          zh: '阿里云另有变量 minutes；腾讯云另有 {2}',
          en: 'Adds the variable minutes (Alibaba Cloud) or {2} (Tencent Cloud).',
        },
      },
    ),
    sdkAppId: text(
      { zh: '短信应用 ID', en: 'SmsSdkAppId' },
      { max: 32, mono: true, pattern: '\\d+', help: { zh: '仅腾讯云', en: 'Tencent Cloud only' } },
    ),
    region: text(
      { zh: '地域', en: 'Region' },
      {
        required: true,
        max: 32,
        mono: true,
        default: 'ap-guangzhou',
        pattern: '[a-z0-9-]+',
        help: { zh: '仅腾讯云', en: 'Tencent Cloud only' },
      },
    ),
    content: paragraph(
      { zh: '短信内容', en: 'Text' },
      {
        max: 300,
        default: '您的验证码是{code}，{minutes}分钟内有效。如非本人操作，请忽略本短信。',
        help: {
          zh: '仅短信宝：须含 {code}，可含 {minutes}；签名自动加在前面',
          en: 'SMSBao only. Must contain {code} and can contain {minutes}. The signature is added automatically.',
        },
      },
    ),
    endpoint: text(
      { zh: '接口地址', en: 'Address' },
      {
        max: 500,
        mono: true,
        pattern: address,
        help: { zh: '留空用服务商自己的', en: 'Leave empty to use the provider’s default.' },
      },
    ),
    dailyLimitPerPhone: integer(
      { zh: '每个号码每天', en: 'Daily limit per phone' },
      { required: true, min: 1, max: 100, default: 10, unit: { zh: '条', en: 'messages' } },
    ),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 30, default: 10, unit: { zh: '秒', en: 's' } },
    ),
  },
  actions: {
    send: {
      label: { zh: '发一条测试短信', en: 'Send a test message' },
      help: {
        zh: '发送一个不作数的验证码，按一条计费',
        en: 'Sends an invalid code. It is billed as one message.',
      },
      input: { phone: text({ zh: '手机', en: 'Phone' }, { required: true, max: 20, pattern: '1\\d{10}' }) },
      output: connectionTestOutput,
    },
  },
} as const satisfies SettingsGroup;
