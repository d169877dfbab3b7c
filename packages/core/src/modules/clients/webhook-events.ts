import type { LocalizedText } from '../../definition/index.ts';
import type { ServiceEventKind } from './service-event.ts';

/** Events that a webhook endpoint can subscribe to: those of the event feed. */
export const webhookEvents = {
  'settings.changed': { zh: '设置变更', en: 'Settings changed' },
  'lexicon.changed': { zh: '违禁词变更', en: 'Banned words changed' },
  'model.changed': { zh: '模型变更', en: 'Models changed' },
  'key.changed': { zh: '密钥变更', en: 'Keys changed' },
  'product.changed': { zh: '商品变更', en: 'Products changed' },
  'content.changed': { zh: '内容变更', en: 'Content changed' },
  'notice.changed': { zh: '公告变更', en: 'Announcements changed' },
  'user.changed': { zh: '用户变更', en: 'Users changed' },
  'user.banned': { zh: '用户被封禁', en: 'User banned' },
  'redemption.reversed': { zh: '兑换被冲回', en: 'Redemption reversed' },
} as const satisfies Record<ServiceEventKind, LocalizedText>;

/** The event that a test of an endpoint delivers. */
export const webhookTestEvent = 'webhook.test';

/** Events of deliveries. */
export const deliveredEvents = {
  ...webhookEvents,
  [webhookTestEvent]: { zh: '测试', en: 'Test' },
} as const;

/** Why the last attempt of a delivery failed. */
export const webhookErrors = {
  status: { zh: '返回了非 2xx 状态', en: 'Response status is not 2xx' },
  gone: { zh: '端点已不存在（410）', en: 'Endpoint is gone (410)' },
  redirect: { zh: '返回了重定向', en: 'Response is a redirect' },
  host: { zh: '不允许访问这个主机', en: 'Host is not allowed' },
  dns: { zh: '找不到主机', en: 'Host not found' },
  connect: { zh: '连接失败', en: 'Connection failed' },
  timeout: { zh: '超时', en: 'Timeout' },
  answer: { zh: '响应无法读取', en: 'Response cannot be read' },
  secret: { zh: '签名密钥无法解密', en: 'Signing secret cannot be decrypted' },
} as const satisfies Record<string, LocalizedText>;
export type WebhookError = keyof typeof webhookErrors;
