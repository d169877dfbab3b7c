import type { LocalizedText } from '../../definition/index.ts';
import type { ServiceEventKind } from './service-event.ts';

/** Events that a webhook endpoint can subscribe to: those of the event feed. */
export const webhookEvents = {
  'settings.changed': { zh: '设置变更', en: 'Settings changed' },
  'lexicon.changed': { zh: '违禁词变更', en: 'Banned words changed' },
  'model.changed': { zh: '模型变更', en: 'Models changed' },
  'key.changed': { zh: '密钥变更', en: 'Keys changed' },
  'product.changed': { zh: '商品变更', en: 'Products changed' },
  'content.changed': { zh: '内容变更', en: 'Content changes' },
  'notice.changed': { zh: '公告变更', en: 'Announcements changed' },
  'user.changed': { zh: '用户变更', en: 'Users changed' },
  'user.banned': { zh: '用户被封禁', en: 'User banned' },
  'redemption.reversed': { zh: '兑换被冲回', en: 'Redemption reversed' },
} as const satisfies Record<ServiceEventKind, LocalizedText>;

/** The event that a test of an endpoint delivers. */
export const webhookTestEvent = 'webhook.test';

/** Events that a delivery can contain. */
export const deliveredEvents = {
  ...webhookEvents,
  [webhookTestEvent]: { zh: '测试', en: 'Test' },
} as const;

/** Why the last attempt of a delivery failed. */
export const webhookErrors = {
  status: { zh: '状态不是 2xx', en: 'Status not 2xx' },
  gone: { zh: '已不存在 (410)', en: 'Gone (410)' },
  redirect: { zh: '重定向', en: 'Redirect' },
  host: { zh: '主机不允许', en: 'Host not allowed' },
  dns: { zh: '找不到主机', en: 'Host not found' },
  connect: { zh: '连接失败', en: 'Connection failed' },
  timeout: { zh: '超时', en: 'Timeout' },
  answer: { zh: '响应无法读取', en: 'Unreadable response' },
  secret: { zh: '密钥无法解密', en: 'Secret cannot be decrypted' },
} as const satisfies Record<string, LocalizedText>;
export type WebhookError = keyof typeof webhookErrors;
