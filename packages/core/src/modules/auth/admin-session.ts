import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, reference, state, text, time } from '../../fields/index.ts';

export const adminSession = defineResource({
  name: 'adminSession',
  path: '/admins/admin-table',
  title: 'id',
  label: { zh: '登录会话', en: 'Admin session' },
  help: {
    zh: '管理员的登录与访问令牌，可单独结束；到期七天后不再保留',
    en: 'Sessions and access tokens of admins. End them one by one. Records are retained for seven days after they end.',
  },
  fields: {
    adminId: reference({ zh: '管理员', en: 'Admin' }, 'admin', { write: 'never', required: true }),
    kind: choice(
      { zh: '类型', en: 'Kind' },
      { session: { zh: '登录', en: 'Sign-in' }, token: { zh: '访问令牌', en: 'Access token' } },
      { write: 'never', required: true },
    ),
    name: text({ zh: '名称', en: 'Name' }, { write: 'never', max: 64 }),
    readOnly: boolean({ zh: '只读', en: 'Read only' }, { write: 'never', required: true, read: 'detail' }),
    ip: text({ zh: 'IP 地址', en: 'IP address' }, { write: 'never', max: 64, mono: true }),
    userAgent: text({ zh: '客户端', en: 'Client' }, { write: 'never' }),
    lastSeenAt: time({ zh: '最近活动', en: 'Last seen' }, { write: 'never' }),
    expiresAt: time({ zh: '到期', en: 'Expires' }, { write: 'never' }),
    revokedAt: time({ zh: '结束时间', en: 'Ended at' }, { write: 'never', read: 'detail' }),
    revokedCause: choice(
      { zh: '结束原因', en: 'End reason' },
      {
        replaced: { zh: '被新的登录替代', en: 'Replaced by a newer sign-in' },
        ended: { zh: '被结束', en: 'Ended' },
        logout: { zh: '退出登录', en: 'Signed out' },
        password: { zh: '密码已修改', en: 'The password was changed' },
        disabled: { zh: '账号停用', en: 'The account was disabled' },
      },
      { write: 'never', read: 'detail' },
    ),
    status: state(
      { zh: '状态', en: 'Status' },
      { live: { zh: '有效', en: 'Live', tone: 'good' }, ended: { zh: '已结束', en: 'Ended', tone: 'neutral' } },
    ),
  },
  list: {
    columns: ['adminId', 'kind', 'name', 'ip', 'userAgent', 'lastSeenAt', 'expiresAt', 'status'],
    filters: ['adminId', 'kind', 'status', 'ip', 'lastSeenAt', 'expiresAt'],
    quick: {
      live: {
        label: { zh: '有效', en: 'Live' },
        where: { status: ['live'], expiresAt: { days: { from: 0 } } },
      },
    },
    sort: '-id',
  },
  access: { list: admins, get: admins, batch: admins },
  actions: {
    revoke: {
      on: 'record',
      label: { zh: '结束会话', en: 'Sign out' },
      help: {
        zh: '立即在那台设备上退出；令牌随之失效',
        en: 'Signs out that device immediately. Access tokens stop working.',
      },
      roles: admins,
      from: ['live'],
      to: 'ended',
      danger: true,
    },
  },
});
export type AdminSession = RecordOf<typeof adminSession>;
