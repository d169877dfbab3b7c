import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, choices, integer, reference, text, time } from '../../fields/index.ts';
import { guardedSwitch, switchState } from '../parts.ts';
import { clientActions } from './client-app.ts';
import { webhookErrors, webhookEvents } from './webhook-events.ts';

/** Why the server disabled an endpoint. */
const disabledReasons = {
  failing: { zh: '连续失败', en: 'Keeps failing', tone: 'bad' },
  gone: { zh: '已不存在 (410)', en: 'Gone (410)', tone: 'bad' },
} as const;

export const webhookEndpoint = defineResource({
  name: 'webhookEndpoint',
  path: '/expand/app',
  title: 'name',
  label: { zh: 'Webhook 端点', en: 'Webhook endpoint' },
  help: {
    zh: '平台自己的服务用它接收签名的事件',
    en: 'URLs of the platform’s own services that receive signed events',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, unique: true, search: true, max: 64 }),
    url: text(
      { zh: '网址', en: 'URL' },
      {
        required: true,
        mono: true,
        max: 500,
        pattern: 'https?://[^\\s]+',
        help: {
          zh: '须为 https；内网主机须先加入系统设置的“允许的内网主机”。不跟随重定向',
          en: 'Must use https. Private hosts must be among “Allowed private hosts” of the system settings. Redirects are not followed.',
        },
      },
    ),
    events: choices({ zh: '事件', en: 'Events' }, webhookEvents, { required: true }),
    serviceClientId: reference({ zh: '所属服务凭证', en: 'Service client' }, 'serviceClient', {
      help: {
        zh: '须有“变更通知”权限；它停用或到期期间不投递',
        en: 'Must have the scope Change events. Nothing is delivered while it is disabled or expired.',
      },
    }),
    lastSuccessAt: time({ zh: '最近成功', en: 'Last success' }, { write: 'never' }),
    failingSince: time(
      { zh: '开始失败', en: 'Failing since' },
      { write: 'never', help: { zh: '此后没有一次投递成功', en: 'No delivery has succeeded since then.' } },
    ),
    disabledReason: choice({ zh: '停用原因', en: 'Disabling reason' }, disabledReasons, {
      write: 'never',
      help: {
        zh: '由系统停用时的原因；重新启用后继续投递未完成的事件',
        en: 'Set when the server disabled the endpoint. Once enabled again, waiting deliveries resume.',
      },
    }),
    status: switchState,
  },
  list: {
    columns: ['name', 'url', 'events', 'lastSuccessAt', 'failingSince', 'disabledReason', 'status'],
    filters: ['status', 'events', 'serviceClientId', 'disabledReason'],
    sort: '-id',
  },
  form: [['name'], ['url'], ['events'], ['serviceClientId']],
  removal: 'final',
  stepUp: ['create', 'update'],
  access: { list: admins, get: admins, create: admins, update: admins, delete: admins, batch: admins },
  actions: {
    test: {
      on: 'record',
      label: { zh: '测试', en: 'Test' },
      help: {
        zh: '立即投递一个测试事件；停用的端点也可以测试',
        en: 'Delivers a test event immediately. Disabled endpoints can be tested too.',
      },
      roles: admins,
      singleRecord: true,
      output: {
        ok: boolean({ zh: '成功', en: 'Succeeded' }),
        error: choice({ zh: '错误', en: 'Error' }, webhookErrors),
        responseStatus: integer({ zh: '响应状态', en: 'Response status' }),
        ms: integer({ zh: '耗时', en: 'Duration' }, { unit: { zh: '毫秒', en: 'ms' } }),
      },
    },
    rotate: {
      ...clientActions.rotate,
      help: {
        zh: '新密钥只显示一次；24 小时内同时用新旧密钥签名',
        en: 'The new secret is shown only once. Deliveries are signed with both secrets for 24 hours.',
      },
    },
    ...guardedSwitch,
  },
});
export type WebhookEndpoint = RecordOf<typeof webhookEndpoint>;
