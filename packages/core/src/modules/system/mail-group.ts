import type { SettingsGroup } from '../../definition/index.ts';
import { boolean, choice, choices, connectionTestOutput, integer, secret, tags, text } from '../../fields/index.ts';
import { alertStatus, defaultNotifiedEvents, notifiableEvents } from './notification-events.ts';

const address = '[^\\s@<>]+@[^\\s@<>]+\\.[^\\s@<>]+';

/** Mail server, and the recipients of notifications. */
export const mailGroup = {
  label: { zh: '邮件', en: 'Mail' },
  help: {
    zh: '填写主机与发件地址后启用；密码只写不读',
    en: 'Active once host and sender are set. The password is write-only.',
  },
  sensitive: true,
  fields: {
    host: text({ zh: 'SMTP 主机', en: 'SMTP host' }, { max: 253, pattern: '[A-Za-z0-9._:-]+', mono: true }),
    port: integer({ zh: '端口', en: 'Port' }, { required: true, min: 1, max: 65_535, default: 465 }),
    security: choice(
      { zh: '加密', en: 'Encryption' },
      {
        tls: { zh: 'TLS（465）', en: 'TLS (465)' },
        starttls: { zh: 'STARTTLS（587）', en: 'STARTTLS (587)' },
        none: { zh: '不加密（仅内网）', en: 'None (private hosts only)' },
      },
      { required: true, default: 'tls' },
    ),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 30, default: 10, unit: { zh: '秒', en: 's' } },
    ),
    user: text({ zh: '账号', en: 'User' }, { max: 255 }),
    password: secret({ zh: '密码', en: 'Password' }, { max: 255, boundTo: ['host', 'port', 'security'] }),
    from: text({ zh: '发件地址', en: 'Sender' }, { max: 254, pattern: address }),
    fromName: text({ zh: '发件人', en: 'Sender’s name' }, { max: 60 }),
    dailyLimitPerAddress: integer(
      { zh: '每个地址每天验证码', en: 'Verification codes per address per day' },
      {
        required: true,
        min: 1,
        max: 100,
        default: 10,
        help: {
          zh: '平台的服务经服务接口 /code/send 发给用户的验证码',
          en: 'Verification codes that platform services send to users through /code/send.',
        },
      },
    ),
    alertsOn: boolean(
      { zh: '用邮件通知', en: 'Alert by email' },
      { help: { zh: '同一事项一小时内只发一次', en: 'Each alert is sent at most once per hour.' } },
    ),
    alertTo: tags(
      { zh: '通知谁', en: 'Recipients' },
      { maxItems: 20, help: { zh: '邮箱地址，每项一个', en: 'Addresses, one each' } },
    ),
    alertEvents: choices({ zh: '通知什么', en: 'Events' }, notifiableEvents, { default: defaultNotifiedEvents }),
    alertStatus,
  },
  actions: {
    connect: {
      label: { zh: '测试连接', en: 'Test the connection' },
      help: { zh: '连接并登录，不发信', en: 'Connects and signs in without sending an email.' },
      output: connectionTestOutput,
    },
    send: {
      label: { zh: '发一封测试邮件', en: 'Send a test email' },
      input: { to: text({ zh: '收件地址', en: 'To' }, { required: true, max: 254, pattern: address }) },
      output: connectionTestOutput,
    },
  },
} as const satisfies SettingsGroup;
