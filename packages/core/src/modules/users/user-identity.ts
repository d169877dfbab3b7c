import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { reference, text, time } from '../../fields/index.ts';

export const userIdentity = defineResource({
  name: 'userIdentity',
  path: '/user/user-table',
  title: 'mask',
  label: { zh: '绑定账号', en: 'Linked account' },
  help: {
    zh: '用户登录用的第三方账号；删除即解绑，之后不能再用它登录',
    en: 'Third-party accounts that users sign in with. Deleting one unlinks it and ends its access.',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    providerId: reference({ zh: '第三方登录', en: 'Provider' }, 'identityProvider', { write: 'never', required: true }),
    mask: text({ zh: '账号', en: 'Account' }, { write: 'never', mono: true, max: 32 }),
    fingerprint: text(
      { zh: '指纹', en: 'Fingerprint' },
      {
        write: 'never',
        required: true,
        mono: true,
        max: 64,
        read: 'detail',
        help: { zh: '账号经密钥散列后的值；不保存账号原文', en: 'A keyed hash. The account itself is not stored.' },
      },
    ),
    unionFingerprint: text(
      { zh: '统一账号指纹', en: 'Union ID fingerprint' },
      {
        write: 'never',
        mono: true,
        max: 64,
        read: 'detail',
        help: { zh: '同一微信开放平台下的应用共有', en: 'Shared by all apps of one WeChat open platform account.' },
      },
    ),
    lastUsedAt: time({ zh: '最近登录', en: 'Last signed in' }, { write: 'never' }),
  },
  list: {
    columns: ['userId', 'providerId', 'mask', 'lastUsedAt', 'createdAt'],
    filters: ['userId', 'providerId', 'lastUsedAt'],
    sort: '-id',
  },
  unique: [['providerId', 'fingerprint']],
  removal: 'final',
  access: { list: admins, get: admins, delete: admins, batch: admins },
});
export type UserIdentity = RecordOf<typeof userIdentity>;
