import type { SettingsGroup } from '../../definition/index.ts';
import { boolean, choice, connectionTestOutput, integer, secret, text } from '../../fields/index.ts';

/** A URL that can be part of a page and of its content security policy, without characters that would end either. */
const address = 'https?://[A-Za-z0-9._~:/?#@!$&()*+=%-]+';

/** Captcha checks: the server's own image, or a provider's widget next to it. */
export const captchaGroup = {
  label: { zh: '人机验证', en: 'Captcha' },
  help: {
    zh: '内置图片验证码始终可用：服务商出错时、在终端里登录时，都改用图片',
    en: 'The built-in image captcha always works. It is used when the provider fails and for sign-in from a terminal.',
  },
  sensitive: true,
  fields: {
    kind: choice(
      { zh: '方式', en: 'Kind' },
      {
        image: { zh: '内置图片', en: 'Built-in image' },
        turnstile: { zh: 'Cloudflare Turnstile', en: 'Cloudflare Turnstile' },
        hcaptcha: { zh: 'hCaptcha', en: 'hCaptcha' },
        recaptcha: { zh: 'reCAPTCHA v2 或兼容服务', en: 'reCAPTCHA v2 or compatible' },
      },
      { required: true, default: 'image' },
    ),
    siteKey: text({ zh: '站点密钥', en: 'Site key' }, { max: 200, mono: true, pattern: '[A-Za-z0-9._-]+' }),
    secret: secret({ zh: '服务端密钥', en: 'Secret' }, { max: 500, boundTo: ['kind', 'verifyUrl'] }),
    onSignIn: boolean(
      { zh: '用于管理员登录', en: 'Require at admin sign-in' },
      { default: true, help: { zh: '失败次数过多后显示', en: 'Shown after too many failures' } },
    ),
    forClients: boolean(
      { zh: '用于平台客户端', en: 'For the platform’s clients' },
      {
        help: {
          zh: '平台的服务经服务接口 /captcha/challenge 与 /captcha/verify 使用',
          en: 'Platform services use it through /captcha/challenge and /captcha/verify of the service API.',
        },
      },
    ),
    scriptUrl: text(
      { zh: '脚本地址', en: 'Script address' },
      {
        max: 500,
        mono: true,
        pattern: address,
        help: { zh: '留空用服务商自己的', en: 'Leave empty to use the provider’s default.' },
      },
    ),
    verifyUrl: text(
      { zh: '核验地址', en: 'Siteverify address' },
      {
        max: 500,
        mono: true,
        pattern: address,
        help: { zh: '留空用服务商自己的', en: 'Leave empty to use the provider’s default.' },
      },
    ),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 15, default: 5, unit: { zh: '秒', en: 's' } },
    ),
  },
  actions: {
    verify: {
      label: { zh: '核对密钥', en: 'Check the secret' },
      help: {
        zh: '用一个无效的验证结果请求服务商：密钥正确时，服务商只会拒绝该结果',
        en: 'Sends an invalid answer to the provider. With the right secret, the provider rejects only the answer.',
      },
      output: connectionTestOutput,
    },
  },
} as const satisfies SettingsGroup;
