import type { SettingsGroup } from '../../definition/index.ts';
import { boolean, choice, choices, connectionTestOutput, integer, secret } from '../../fields/index.ts';
import { alertStatus, defaultNotifiedEvents, notifiableEvents } from './notification-events.ts';

/** Notifications to group chats or to an own system. */
export const webhookGroup = {
  label: { zh: '告警推送', en: 'Webhook alerts' },
  help: {
    zh: '把工作台的消息推到群机器人或自己的系统；同一事项一小时内只发一次',
    en: 'Sends console alerts to a group chat bot or your own system. Each alert is sent at most once per hour.',
  },
  sensitive: true,
  fields: {
    enabled: boolean({ zh: '启用', en: 'Enabled' }),
    kind: choice(
      { zh: '发往', en: 'To' },
      {
        dingtalk: { zh: '钉钉机器人', en: 'DingTalk bot' },
        feishu: { zh: '飞书机器人', en: 'Feishu (Lark) bot' },
        wecom: { zh: '企业微信机器人', en: 'A WeCom robot' },
        slack: { zh: 'Slack 或 Mattermost', en: 'Slack or Mattermost' },
        json: { zh: '自己的系统（JSON）', en: 'Your own system (JSON)' },
      },
      { required: true, default: 'dingtalk' },
    ),
    url: secret(
      { zh: 'Webhook 地址', en: 'Webhook address' },
      {
        max: 500,
        boundTo: ['kind'],
        help: {
          zh: '机器人提供的完整网址；知道该网址的人都能发消息，因此只写不读',
          en: 'The full webhook URL of the robot. Anyone who knows it can post, so it is write-only.',
        },
      },
    ),
    signingSecret: secret(
      { zh: '签名密钥', en: 'Signing secret' },
      {
        max: 500,
        boundTo: ['kind'],
        help: {
          zh: '钉钉“加签”、飞书“签名校验”的密钥；自己的系统用它核对请求头 x-gantry-signature；其他留空',
          en: 'Signing secret of a DingTalk or Feishu bot. Your own system verifies the header x-gantry-signature with it. Leave empty for others.',
        },
      },
    ),
    events: choices({ zh: '通知什么', en: 'Events' }, notifiableEvents, { default: defaultNotifiedEvents }),
    alertStatus,
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 30, default: 10, unit: { zh: '秒', en: 's' } },
    ),
  },
  actions: {
    send: {
      label: { zh: '发一条测试消息', en: 'Send a test message' },
      help: { zh: '群里会看到这条消息', en: 'The message is visible to the group.' },
      output: connectionTestOutput,
    },
  },
} as const satisfies SettingsGroup;
