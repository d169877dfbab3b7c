import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, choices, identifier, integer, state, tags, text, time } from '../../fields/index.ts';
import { clientActions } from './client-app.ts';
import { serviceScopes } from './service-scopes.ts';

/** Why another admin must confirm the scopes of a client. */
const reviewReasons = {
  disabled: { zh: '授权人已停用', en: 'Granting admin disabled', tone: 'warn' },
  narrowed: { zh: '授权人权限已收窄', en: 'Granting admin narrowed', tone: 'warn' },
  deleted: { zh: '授权人已删除', en: 'Granting admin deleted', tone: 'warn' },
} as const;

export const serviceClient = defineResource({
  name: 'serviceClient',
  path: '/expand/app',
  title: 'name',
  label: { zh: '服务凭证', en: 'Service client' },
  help: {
    zh: '平台自己的服务用它调用服务接口',
    en: 'Credentials that the platform’s own services use to call the service API',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, unique: true, search: true, max: 64 }),
    clientId: text({ zh: '凭证编号', en: 'Client ID' }, { write: 'never', unique: true, mono: true, max: 32 }),
    scopes: choices({ zh: '权限', en: 'Scopes' }, serviceScopes, { required: true }),
    ipAllowlist: tags(
      { zh: '允许的地址', en: 'Allowed addresses' },
      {
        help: {
          zh: '每项一个 IP 或 CIDR；留空不限制',
          en: 'One IP address or CIDR range per entry. Leave empty to allow any.',
        },
      },
    ),
    ratePerMinute: integer(
      { zh: '每分钟次数', en: 'Calls per minute' },
      {
        required: true,
        help: { zh: '每个服务进程各自计数', en: 'Each server process counts separately.' },
        min: 1,
        max: 10_000_000,
        default: 60_000,
      },
    ),
    signedOnly: boolean(
      { zh: '必须签名', en: 'Must sign' },
      {
        help: {
          zh: '仅接受签名请求，直接携带密钥的请求会被拒绝；旧版密钥须先轮换才能用于签名',
          en: 'Accepts only signed requests and rejects requests that carry the secret itself. Rotate secrets of an old version before using them for signing.',
        },
      },
    ),
    lastUsedAt: time({ zh: '最近使用', en: 'Last used' }, { write: 'never' }),
    review: choice({ zh: '待复核', en: 'Needs review' }, reviewReasons, {
      write: 'never',
      help: {
        zh: '授权人被停用、删除或权限收窄后，须由其他管理员确认或收回权限',
        en: 'Set when the admin who granted the scopes is disabled, deleted, or narrowed. Another admin confirms or removes the scopes.',
      },
    }),
    grantedBy: identifier(
      { zh: '授权人编号', en: 'Granted by (ID)' },
      {
        idOf: 'admin',
        write: 'never',
        read: 'detail',
        help: { zh: '最后一次授予或确认权限的管理员', en: 'The admin who last granted or confirmed the scopes.' },
      },
    ),
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
    columns: ['name', 'clientId', 'scopes', 'ratePerMinute', 'lastUsedAt', 'expiresAt', 'review', 'status'],
    filters: ['status', 'signedOnly', 'review'],
    quick: {
      needsReview: {
        label: { zh: '待复核', en: 'Needs review' },
        where: { review: ['disabled', 'narrowed', 'deleted'] },
      },
    },
    sort: '-id',
  },
  form: [['name'], ['scopes'], ['ipAllowlist'], ['ratePerMinute', 'expiresAt'], ['signedOnly']],
  removal: 'final',
  stepUp: ['create', 'update'],
  access: { list: admins, get: admins, create: admins, update: admins, delete: admins, batch: admins },
  actions: {
    ...clientActions,
    review: {
      on: 'record',
      label: { zh: '确认权限', en: 'Confirm scopes' },
      help: {
        zh: '复核后由您承担这些权限的授予；您自己的权限须包含它们',
        en: 'Records you as the admin who grants these scopes. Your own permissions must cover them.',
      },
      roles: admins,
      stepUp: true,
    },
  },
});
export type ServiceClient = RecordOf<typeof serviceClient>;
