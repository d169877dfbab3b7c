import { type Action, admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, markdown, tags, text, time } from '../../fields/index.ts';
import { platforms } from '../content/platforms.ts';
import { guardedSwitch, switchState } from '../parts.ts';

/** Actions on callers with a secret of their own: client apps and service clients. */
export const clientActions = {
  rotate: {
    on: 'record',
    label: { zh: '轮换密钥', en: 'Rotate the secret' },
    help: {
      zh: '新密钥只显示一次；旧密钥 24 小时内仍可用',
      en: 'The new secret is shown only once. The old one works for another 24 hours.',
    },
    roles: admins,
    stepUp: true,
    danger: true,
    loss: 'final',
    output: { secret: text({ zh: '密钥', en: 'Secret' }) },
  },
  ...guardedSwitch,
} as const satisfies Record<string, Action>;

const versionOf = { max: 32, mono: true, pattern: '\\d{1,6}(?:\\.\\d{1,6}){1,3}' } as const;

export const clientApp = defineResource({
  name: 'clientApp',
  path: '/expand/app',
  title: 'name',
  label: { zh: '客户端', en: 'Client app' },
  help: {
    zh: '平台的各个客户端：密钥、版本与更新',
    en: 'Clients of the platform, with their keys, versions, and updates',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, unique: true, search: true, max: 64 }),
    platform: choice({ zh: '平台', en: 'Platform' }, platforms, { default: 'web', required: true }),
    appKey: text({ zh: '应用标识', en: 'App key' }, { write: 'never', unique: true, mono: true, max: 32 }),
    callbackDomains: tags(
      { zh: '回调域名', en: 'Callback domains' },
      {
        read: 'detail',
        maxItems: 20,
        help: { zh: '每项一个域名，不带协议', en: 'One domain per entry, without https://.' },
      },
    ),
    appVersion: text({ zh: '当前版本', en: 'Version' }, { ...versionOf, write: 'never' }),
    minVersion: text({ zh: '最低版本', en: 'Minimum supported version' }, { ...versionOf, write: 'never' }),
    forceUpdate: boolean({ zh: '强制更新', en: 'Force update' }, { write: 'never' }),
    downloadUrl: text(
      { zh: '下载地址', en: 'Download' },
      { max: 500, mono: true, read: 'detail', pattern: 'https://[^\\s]+' },
    ),
    releaseNotes: markdown({ zh: '更新说明', en: 'Release notes' }, { write: 'never', read: 'detail', max: 4000 }),
    releasedAt: time({ zh: '发布于', en: 'Released' }, { write: 'never' }),
    status: switchState,
  },
  list: {
    columns: ['name', 'platform', 'appKey', 'appVersion', 'minVersion', 'releasedAt', 'status'],
    filters: ['platform', 'status'],
    sort: '-id',
  },
  form: [['name', 'platform'], ['callbackDomains'], ['downloadUrl']],
  removal: 'final',
  stepUp: ['create', 'update'],
  access: { list: admins, get: admins, create: admins, update: admins, delete: admins, batch: admins, export: admins },
  actions: {
    release: {
      on: 'record',
      next: [],
      label: { zh: '发布版本', en: 'Publish a release' },
      help: {
        zh: '新版本号必须高于当前版本；旧客户端据此提示或强制更新',
        en: 'Must be higher than the current version. Older clients offer or force the update.',
      },
      roles: admins,
      stepUp: true,
      from: ['enabled'],
      input: {
        appVersion: text({ zh: '版本号', en: 'Version' }, { ...versionOf, required: true }),
        minVersion: text({ zh: '最低版本', en: 'Minimum supported version' }, versionOf),
        forceUpdate: boolean({ zh: '强制更新', en: 'Force update' }),
        releaseNotes: markdown({ zh: '更新说明', en: 'Release notes' }, { max: 4000 }),
        downloadUrl: 'downloadUrl',
      },
    },
    ...clientActions,
  },
});
export type ClientApp = RecordOf<typeof clientApp>;
