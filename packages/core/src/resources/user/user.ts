import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import {
  boolean,
  choice,
  image,
  integer,
  money,
  paragraph,
  reference,
  state,
  tags,
  text,
  time,
} from '../../fields/index.ts';

/** What credits are counted in: coin is the shop currency, power the compute for models and media. */
export const assets = {
  coin: { zh: '货币', en: 'Coin' },
  power: { zh: '算力', en: 'Power' },
} as const;

/** What an adjustment of a balance takes. */
const adjusted = {
  asset: choice({ zh: '资产', en: 'Asset' }, assets, { required: true }),
  amount: integer(
    { zh: '数量', en: 'Amount' },
    {
      required: true,
      min: -100_000_000,
      max: 100_000_000,
      help: { zh: '正数增加，负数扣减', en: 'Positive adds, negative takes away' },
    },
  ),
} as const;

const reason = text(
  { zh: '原因', en: 'Reason' },
  { required: true, min: 4, max: 200, help: { zh: '用户可以看到', en: 'The user can read it' } },
);

export const user = defineResource({
  name: 'user',
  path: '/user/user-table',
  title: 'username',
  label: { zh: '用户', en: 'User' },
  help: { zh: '平台的用户：余额、会员、状态', en: 'People who use the platform: balances, membership, state' },
  fields: {
    username: text(
      { zh: '用户名', en: 'Username' },
      { required: true, unique: true, search: true, write: 'create', min: 2, max: 64 },
    ),
    nickname: text({ zh: '昵称', en: 'Nickname' }, { search: true, max: 64 }),
    avatar: image({ zh: '头像', en: 'Avatar' }, { read: 'detail' }),
    email: text(
      { zh: '邮箱', en: 'Email' },
      { unique: true, personal: true, max: 254, pattern: '[^\\s@]+@[^\\s@]+\\.[^\\s@]+' },
    ),
    phone: text({ zh: '手机', en: 'Phone' }, { unique: true, personal: true, max: 20, pattern: '1\\d{10}' }),
    kind: choice(
      { zh: '身份', en: 'Kind' },
      { user: { zh: '用户', en: 'User' }, tester: { zh: '测试', en: 'Tester' } },
      { default: 'user', required: true },
    ),
    source: choice(
      { zh: '来源', en: 'Source' },
      {
        web: { zh: '网页', en: 'Web' },
        h5: { zh: 'H5', en: 'H5' },
        wechat: { zh: '微信', en: 'WeChat' },
        invite: { zh: '邀请', en: 'Invite' },
        import: { zh: '导入', en: 'Import' },
      },
      { default: 'web', write: 'create' },
    ),
    tags: tags({ zh: '标签', en: 'Tags' }, { maxItems: 20 }),
    remark: paragraph({ zh: '备注', en: 'Remark' }, { read: 'detail', max: 500 }),
    locale: choice(
      { zh: '语言', en: 'Language' },
      { 'zh-CN': { zh: '中文', en: 'Chinese' }, 'en-US': { zh: '英文', en: 'English' } },
      { default: 'zh-CN', read: 'detail' },
    ),
    regionCode: text(
      { zh: '地区', en: 'Region' },
      {
        max: 6,
        pattern: '\\d{6}',
        read: 'detail',
        help: { zh: '6 位区划代码（GB/T 2260），例如 440300', en: 'Six digits of GB/T 2260, such as 440300' },
      },
    ),
    inviteCode: text(
      { zh: '邀请码', en: 'Invite code' },
      { write: 'never', unique: true, mono: true, max: 16, read: 'detail' },
    ),
    inviterId: reference({ zh: '邀请人', en: 'Inviter' }, 'user', { write: 'never' }),
    vipLevel: integer({ zh: '会员等级', en: 'Member level' }, { write: 'never', default: 0 }),
    vipExpiresAt: time({ zh: '会员到期', en: 'Member until' }, { write: 'never' }),
    coinBalance: integer({ zh: '货币余额', en: 'Coins' }, { write: 'never', default: 0 }),
    powerBalance: integer({ zh: '算力余额', en: 'Power' }, { write: 'never', default: 0 }),
    totalPaid: money({ zh: '累计支付', en: 'Paid in all' }, { write: 'never', default: 0 }),
    orderCount: integer({ zh: '订单数', en: 'Orders' }, { write: 'never', default: 0 }),
    signStreak: integer({ zh: '连续签到', en: 'Sign-in streak' }, { write: 'never', default: 0, read: 'detail' }),
    registerIp: text(
      { zh: '注册地址', en: 'Registered from' },
      { write: 'never', personal: true, max: 64, mono: true, read: 'detail' },
    ),
    lastActiveAt: time({ zh: '最近活跃', en: 'Last active' }, { write: 'never' }),
    banReason: text({ zh: '封禁原因', en: 'Ban reason' }, { write: 'never', read: 'detail' }),
    banUntil: time({ zh: '封禁至', en: 'Banned until' }, { write: 'never', read: 'detail' }),
    tokenVersion: integer(
      { zh: '令牌版本', en: 'Token version' },
      {
        write: 'never',
        default: 1,
        read: 'detail',
        help: {
          zh: '强制下线后加一，平台据此让旧令牌失效',
          en: 'Goes up by one on a forced log-out; the platform drops older tokens',
        },
      },
    ),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        active: { zh: '正常', en: 'Active', tone: 'good' },
        pending: { zh: '待激活', en: 'Pending', tone: 'info' },
        banned: { zh: '封禁', en: 'Banned', tone: 'bad' },
        deleted: { zh: '已注销', en: 'Deleted', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: [
      'username',
      'nickname',
      'vipLevel',
      'coinBalance',
      'powerBalance',
      'totalPaid',
      'tags',
      'source',
      'status',
      'lastActiveAt',
      'createdAt',
    ],
    filters: [
      'status',
      'vipLevel',
      'source',
      'kind',
      'inviterId',
      'coinBalance',
      'powerBalance',
      'totalPaid',
      'lastActiveAt',
      'email',
      'phone',
    ],
    sortable: ['coinBalance', 'powerBalance', 'totalPaid', 'lastActiveAt'],
    sort: '-id',
  },
  form: [
    ['username', 'nickname'],
    ['email', 'phone'],
    ['kind', 'source'],
    ['avatar', 'locale'],
    ['regionCode'],
    ['tags'],
    ['remark'],
  ],
  access: {
    list: everyone,
    get: everyone,
    create: admins,
    update: admins,
    batch: admins,
    import: admins,
    export: admins,
  },
  actions: {
    adjustBalance: {
      on: 'record',
      label: { zh: '调整余额', en: 'Adjust balance' },
      help: { zh: '增加或扣减；每次都记账，并写明原因', en: 'Adds or takes away; every time an entry with its reason' },
      roles: admins,
      from: ['active', 'pending', 'banned'],
      danger: true,
      input: {
        ...adjusted,
        expiresAt: time(
          { zh: '到期时间', en: 'Expires' },
          { help: { zh: '不填则长期有效；仅对增加有效', en: 'Never when empty; for additions only' } },
        ),
        reason,
      },
    },
    previewBalance: {
      on: 'record',
      label: { zh: '预览调整', en: 'Preview an adjustment' },
      help: { zh: '不改变任何数据，只算出调整后的余额', en: 'Changes nothing; works out the balance after' },
      roles: admins,
      reads: true,
      input: { asset: adjusted.asset, amount: adjusted.amount },
    },
    grantMembership: {
      on: 'record',
      label: { zh: '发放会员', en: 'Grant membership' },
      help: {
        zh: '开通或延长，按套餐与系统设置的续费方式；不会减少已有的',
        en: 'Gives or extends, as the renewal policy says; nothing that the person has is less for it',
      },
      roles: admins,
      from: ['active', 'pending', 'banned'],
      danger: true,
      undo: true,
      input: {
        planId: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan', { required: true }),
        days: integer(
          { zh: '天数', en: 'Days' },
          { min: 1, max: 3650, help: { zh: '不填则按套餐的时长', en: "The plan's own time when empty" } },
        ),
        gifts: boolean(
          { zh: '同时赠送额度', en: 'With its credits' },
          { help: { zh: '一并发放套餐所赠的货币与算力', en: 'Gives the coins and power that come with the plan too' } },
        ),
        reason,
      },
    },
    ban: {
      on: 'record',
      label: { zh: '封禁', en: 'Ban' },
      roles: admins,
      from: ['active', 'pending'],
      to: 'banned',
      danger: true,
      input: {
        banReason: text({ zh: '封禁原因', en: 'Ban reason' }, { required: true, min: 4, max: 200 }),
        banUntil: time(
          { zh: '封禁至', en: 'Banned until' },
          { help: { zh: '不填则一直封禁；到时自动解封', en: 'For good when empty; lifted by itself at that time' } },
        ),
      },
    },
    unban: { on: 'record', label: { zh: '解封', en: 'Unban' }, roles: admins, from: ['banned'], to: 'active' },
    liftBan: { on: 'system', label: { zh: '封禁到期', en: 'Ban over' }, roles: admins, from: ['banned'], to: 'active' },
    activate: { on: 'record', label: { zh: '激活', en: 'Activate' }, roles: admins, from: ['pending'], to: 'active' },
    awaitActivation: {
      on: 'system',
      undo: true,
      label: { zh: '待激活', en: 'Await activation' },
      roles: admins,
      from: ['active'],
      to: 'pending',
    },
    forceLogout: {
      undo: true,
      on: 'record',
      label: { zh: '强制下线', en: 'Force log-out' },
      help: { zh: '平台上的登录全部失效', en: 'Every sign-in on the platform ends' },
      roles: admins,
      from: ['active', 'pending', 'banned'],
      danger: true,
    },
    addTags: {
      on: 'record',
      label: { zh: '加标签', en: 'Add tags' },
      roles: admins,
      input: { tags: tags({ zh: '标签', en: 'Tags' }, { required: true, maxItems: 20 }) },
    },
    removeTags: {
      on: 'record',
      label: { zh: '去标签', en: 'Remove tags' },
      roles: admins,
      input: { tags: tags({ zh: '标签', en: 'Tags' }, { required: true, maxItems: 20 }) },
    },
    anonymise: {
      on: 'record',
      label: { zh: '注销并匿名', en: 'Delete and anonymise' },
      help: { zh: '清除个人信息，账目保留；不可恢复', en: 'Personal data goes, the books stay; it cannot be undone' },
      roles: admins,
      from: ['active', 'banned', 'pending'],
      to: 'deleted',
      danger: true,
      stepUp: true,
    },
  },
});
export type User = RecordOf<typeof user>;
