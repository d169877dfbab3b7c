import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choices, integer, state, tags, text, time } from '../../fields/index.ts';
import { clientActions } from './client-parts.ts';

/** What a service may call. */
const serviceScopes = {
  all: { zh: '全部', en: 'All' },
  config: { zh: '配置快照', en: 'Config snapshot' },
  event: { zh: '变更通知', en: 'Change events' },
  catalogue: { zh: '内容目录', en: 'Catalogues' },
  news: { zh: '公告与帮助', en: 'News and help' },
  task: { zh: '创作任务', en: 'Creative tasks' },
  text: { zh: '文本检查', en: 'Text check' },
  user: { zh: '用户', en: 'Users' },
  key: { zh: '密钥租用', en: 'Key leases' },
  billing: { zh: '计费', en: 'Billing' },
  chat: { zh: '问答记录', en: 'Chat records' },
  order: { zh: '订单', en: 'Orders' },
  pay: { zh: '支付通知', en: 'Payment notices' },
  refund: { zh: '退款申请', en: 'Refund requests' },
  redeem: { zh: '兑换', en: 'Redeeming' },
  sign: { zh: '签到', en: 'Sign-in' },
  distribution: { zh: '分销', en: 'Distribution' },
  knowledge: { zh: '知识库', en: 'Knowledge bases' },
  pdf: { zh: 'PDF', en: 'PDFs' },
  search: { zh: '联网搜索', en: 'Web search' },
  captcha: { zh: '人机验证', en: 'Captcha' },
  code: { zh: '验证码', en: 'Codes by text or mail' },
  identity: { zh: '第三方登录', en: 'Sign-in by other accounts' },
} as const;

export const serviceClient = defineResource({
  name: 'serviceClient',
  path: '/expand/app',
  title: 'name',
  label: { zh: '服务凭证', en: 'Service client' },
  help: { zh: '平台自己的服务用它调用服务接口', en: 'What the platform’s own services call the service API with' },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, unique: true, search: true, max: 64 }),
    clientId: text({ zh: '凭证编号', en: 'Client id' }, { write: 'never', unique: true, mono: true, max: 32 }),
    scopes: choices({ zh: '权限', en: 'Scopes' }, serviceScopes, { required: true }),
    ipAllowlist: tags(
      { zh: '允许的地址', en: 'Allowed addresses' },
      { help: { zh: '每项一个 IP 或 CIDR；留空不限制', en: 'An IP or CIDR each; empty means any' } },
    ),
    ratePerMinute: integer(
      { zh: '每分钟次数', en: 'Calls a minute' },
      {
        required: true,
        help: { zh: '每个服务进程各自计数', en: 'Counted by each server process for itself' },
        min: 1,
        max: 10_000_000,
        default: 60_000,
      },
    ),
    signedOnly: boolean(
      { zh: '必须签名', en: 'Must sign' },
      {
        help: {
          zh: '只接受签名的调用，直接出示密钥的被拒绝；很早以前的密钥须先轮换才能签名',
          en: 'Only signed calls are let in, and the secret alone is refused; a secret from long ago has to be rotated before it can sign',
        },
      },
    ),
    lastUsedAt: time({ zh: '最近使用', en: 'Last used' }, { write: 'never' }),
    expiresAt: time({ zh: '到期', en: 'Expires' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        enabled: { zh: '启用', en: 'Enabled', tone: 'good' },
        disabled: { zh: '停用', en: 'Disabled', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['name', 'clientId', 'scopes', 'ratePerMinute', 'lastUsedAt', 'expiresAt', 'status'],
    filters: ['status', 'signedOnly'],
    sort: '-id',
  },
  form: [['name'], ['scopes'], ['ipAllowlist'], ['ratePerMinute', 'expiresAt'], ['signedOnly']],
  removal: 'final',
  access: { list: admins, get: admins, create: admins, update: admins, delete: admins, batch: admins },
  actions: {
    ...clientActions,
  },
});
export type ServiceClient = RecordOf<typeof serviceClient>;
