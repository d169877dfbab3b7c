import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, integer, json, paragraph, reference, state, text, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { deliveredEvents, webhookErrors } from './webhook-events.ts';

const unwritten = { write: 'never' } as const;

export const webhookDelivery = defineResource({
  name: 'webhookDelivery',
  path: '/expand/app',
  title: 'eventId',
  findable: false,
  label: { zh: 'Webhook 投递', en: 'Webhook delivery', many: 'Webhook deliveries' },
  help: {
    zh: '向端点投递的每个事件；失败后按间隔重试约三天',
    en: 'Events delivered to endpoints. A failed delivery is retried for about three days.',
  },
  fields: {
    endpointId: reference({ zh: '端点', en: 'Endpoint' }, 'webhookEndpoint', { ...unwritten, required: true }),
    event: choice({ zh: '事件', en: 'Event' }, deliveredEvents, { ...unwritten, required: true }),
    eventId: text({ zh: '事件编号', en: 'Event ID' }, { ...unwritten, required: true, mono: true, max: 64 }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        pending: { zh: '待投递', en: 'Pending', tone: 'neutral' },
        succeeded: { zh: '成功', en: 'Succeeded', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
      },
    ),
    attempts: integer({ zh: '尝试次数', en: 'Attempts' }, { ...unwritten, required: true, default: 0 }),
    responseStatus: integer({ zh: '响应状态', en: 'Response status' }, unwritten),
    error: choice({ zh: '错误', en: 'Error' }, webhookErrors, unwritten),
    durationMs: integer({ zh: '耗时', en: 'Duration' }, { ...unwritten, unit: { zh: '毫秒', en: 'ms' } }),
    lastAttemptAt: time({ zh: '最近尝试', en: 'Last attempt' }, unwritten),
    nextAttemptAt: time({ zh: '下次尝试', en: 'Next attempt' }, unwritten),
    payload: json(
      { zh: '内容', en: 'Payload' },
      { ...unwritten, required: true, read: 'detail', help: { zh: '请求正文', en: 'The request body.' } },
    ),
    response: paragraph(
      { zh: '响应', en: 'Response' },
      {
        ...unwritten,
        read: 'detail',
        max: 1024,
        help: { zh: '最近一次响应正文，最多 1 kB', en: 'The body of the last response, at most 1 kB.' },
      },
    ),
  },
  list: {
    columns: [
      'createdAt',
      'endpointId',
      'event',
      'eventId',
      'status',
      'attempts',
      'responseStatus',
      'error',
      'durationMs',
      'nextAttemptAt',
    ],
    filters: ['endpointId', 'event', 'status', 'eventId', 'error', 'responseStatus'],
    quick: { failed: { label: { zh: '失败', en: 'Failed' }, where: { status: ['failed'] } } },
    unsortable: {
      lastAttemptAt: unsortableReasons.constantChange,
      updatedAt: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  access: { list: admins, get: admins, batch: admins },
  actions: {
    resend: {
      on: 'record',
      next: ['failed'],
      label: { zh: '重新投递', en: 'Resend' },
      help: {
        zh: '以相同的事件编号再次投递，尝试次数重新计算',
        en: 'Delivers the event again under the same event ID. Attempts are counted from the start.',
      },
      roles: admins,
      from: ['succeeded', 'failed', 'pending'],
    },
  },
});
export type WebhookDelivery = RecordOf<typeof webhookDelivery>;
