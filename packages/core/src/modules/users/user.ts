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
import { adjusted, adjustedOutput, reclaimOutput } from '../ledger/balance-parts.ts';
import { namedByPlan, unsortableReasons } from '../parts.ts';
import { banReasons, grantReasons } from '../reason-suggestions.ts';
import { realNameActions, realNameFields } from './real-name-parts.ts';
import { userSections } from './user-sections.ts';

const reason = text(
  { zh: '原因', en: 'Reason' },
  {
    required: true,
    min: 4,
    max: 200,
    suggestions: grantReasons,
    help: { zh: '用户可以看到', en: 'Visible to the user.' },
  },
);

export const user = defineResource({
  name: 'user',
  path: '/user/user-table',
  title: 'username',
  person: true,
  label: { zh: '用户', en: 'User' },
  help: { zh: '平台的用户：余额、会员、状态', en: 'Balances, memberships and status' },
  fields: {
    username: text(
      { zh: '用户名', en: 'Username' },
      { required: true, unique: 'folded', search: true, write: 'create', min: 2, max: 64 },
    ),
    nickname: text({ zh: '昵称', en: 'Nickname' }, { search: true, max: 64 }),
    avatar: image({ zh: '头像', en: 'Avatar' }, { read: 'detail' }),
    email: text(
      { zh: '邮箱', en: 'Email' },
      { unique: 'folded', personal: true, max: 254, pattern: '[^\\s@]+@[^\\s@]+\\.[^\\s@]+' },
    ),
    phone: text({ zh: '手机', en: 'Phone' }, { unique: true, personal: true, max: 20, pattern: '1\\d{10}' }),
    ...realNameFields,
    gender: choice(
      { zh: '性别', en: 'Gender' },
      { male: { zh: '男', en: 'Male' }, female: { zh: '女', en: 'Female' }, other: { zh: '其他', en: 'Other' } },
      { personal: true, read: 'detail' },
    ),
    kind: choice(
      { zh: '身份', en: 'Kind' },
      { user: { zh: '用户', en: 'User' }, tester: { zh: '测试', en: 'Test' } },
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
        hierarchy: 'region',
        read: 'detail',
        help: { zh: '6 位区划代码（GB/T 2260），例如 440300', en: 'Six-digit code of GB/T 2260, such as 440300.' },
      },
    ),
    inviteCode: text(
      { zh: '邀请码', en: 'Invite code' },
      { write: 'never', unique: true, mono: true, max: 16, read: 'detail' },
    ),
    inviterId: reference({ zh: '邀请人', en: 'Inviter' }, 'user', { write: 'never' }),
    vipLevel: integer({ zh: '会员等级', en: 'Membership level' }, { ...namedByPlan, write: 'never', default: 0 }),
    vipExpiresAt: time({ zh: '会员到期', en: 'Membership expires' }, { write: 'never' }),
    coinBalance: integer({ zh: '货币余额', en: 'Coin balance' }, { write: 'never', default: 0 }),
    computeBalance: integer({ zh: '算力余额', en: 'Compute balance' }, { write: 'never', default: 0 }),
    totalPaid: money(
      { zh: '累计支付', en: 'Total paid' },
      {
        write: 'never',
        default: 0,
        currencyFrom: 'paidCurrency',
        help: {
          zh: '扣除退款后，以最近一笔支付的币种计；其他币种见订单列表的合计',
          en: 'After refunds, in the currency of the latest payment. Other currencies are in the totals of the order list.',
        },
      },
    ),
    paidCurrency: text({ zh: '支付币种', en: 'Payment currency' }, { write: 'never', max: 3, read: 'detail' }),
    orderCount: integer({ zh: '订单数', en: 'Orders' }, { write: 'never', default: 0 }),
    violationCount: integer(
      { zh: '违规次数', en: 'Violations' },
      {
        write: 'never',
        required: true,
        default: 0,
        read: 'detail',
        help: {
          zh: '命中违禁词而记录的次数，含已忽略的',
          en: 'Number of recorded matches with banned words, including ignored ones.',
        },
      },
    ),
    signStreak: integer(
      { zh: '连续签到', en: 'Check-in streak' },
      { write: 'never', default: 0, read: 'detail', help: { zh: '断签后为 0', en: '0 after a missed day.' } },
    ),
    registerIp: text(
      { zh: '注册 IP', en: 'Registration IP' },
      { write: 'never', personal: true, max: 64, mono: true, read: 'detail' },
    ),
    lastActiveAt: time({ zh: '最近活跃', en: 'Last active' }, { write: 'never' }),
    lastLoginAt: time({ zh: '最近登录', en: 'Last signed in' }, { write: 'never', read: 'detail' }),
    lastLoginIp: text(
      { zh: '登录地址', en: 'Sign-in IP' },
      { write: 'never', personal: true, max: 64, mono: true, read: 'detail' },
    ),
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
          en: 'Increases by one on a forced sign-out. The platform then rejects older tokens.',
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
    columns: ['username', 'nickname', 'vipLevel', 'coinBalance', 'computeBalance', 'totalPaid', 'status', 'createdAt'],
    essential: ['coinBalance', 'computeBalance'],
    filters: [
      'status',
      'vipLevel',
      'source',
      'kind',
      'verified',
      'tags',
      'inviterId',
      'coinBalance',
      'computeBalance',
      'totalPaid',
      'orderCount',
      'violationCount',
      'signStreak',
      'lastActiveAt',
      'email',
      'phone',
    ],
    quick: {
      newToday: { label: { zh: '今日新增', en: 'New today' }, where: { createdAt: { days: { from: 0 } } } },
      paidBefore: { label: { zh: '付过款', en: 'Have paid' }, where: { totalPaid: { from: 1 } } },
      owing: { label: { zh: '货币为负', en: 'Negative coins' }, where: { coinBalance: { to: -1 } } },
      owingCompute: { label: { zh: '算力为负', en: 'Negative compute' }, where: { computeBalance: { to: -1 } } },
      violators: { label: { zh: '有违规', en: 'With violations' }, where: { violationCount: { from: 1 } } },
      banned: { label: { zh: '已封禁', en: 'Banned' }, where: { status: ['banned'] } },
      present: {
        label: { zh: '未注销', en: 'Not deleted' },
        where: { status: ['active', 'pending', 'banned'] },
      },
    },
    unsortable: {
      updatedAt: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  sections: userSections,
  highlights: ['coinBalance', 'computeBalance', 'totalPaid', 'lastActiveAt'],
  form: [
    ['username', 'nickname'],
    ['email', 'phone'],
    ['kind', 'source'],
    ['avatar', 'locale'],
    ['gender', 'regionCode'],
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
      group: 'money',
      label: { zh: '调整余额', en: 'Adjust balance' },
      help: {
        zh: '增加或扣减；每次都记账，并写明原因',
        en: 'Adds or deducts credits. Each adjustment creates a ledger entry with its reason.',
      },
      roles: admins,
      from: ['active', 'pending', 'banned'],
      danger: true,
      input: {
        ...adjusted,
        expiresAt: time(
          { zh: '到期时间', en: 'Expires' },
          {
            help: {
              zh: '留空则长期有效；仅对增加有效',
              en: 'Leave empty if the credits never expire. Only for additions.',
            },
          },
        ),
        reason,
      },
      output: adjustedOutput,
    },
    previewBalance: {
      on: 'record',
      group: 'money',
      label: { zh: '预览调整', en: 'Preview an adjustment' },
      help: {
        zh: '不改变任何数据，只算出调整后的余额',
        en: 'Calculates the balance after the adjustment. Changes nothing.',
      },
      roles: admins,
      reads: true,
      input: adjusted,
      output: adjustedOutput,
    },
    grantMembership: {
      on: 'record',
      group: 'money',
      label: { zh: '发放会员', en: 'Grant membership' },
      help: {
        zh: '开通或延长，按套餐与系统设置的续费方式；不会减少已有的',
        en: 'Grants or extends a membership according to the plan and the renewal policy. Existing benefits are never reduced.',
      },
      roles: admins,
      from: ['active', 'pending', 'banned'],
      danger: true,
      input: {
        planId: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan', { required: true }),
        days: integer(
          { zh: '天数', en: 'Days' },
          { min: 1, max: 3650, help: { zh: '留空则按套餐的时长', en: "The plan's own time when empty" } },
        ),
        gifts: boolean(
          { zh: '同时赠送额度', en: 'Also grant its credits' },
          {
            help: { zh: '一并发放套餐所赠的货币与算力', en: 'Also grants the coins and compute included in the plan.' },
          },
        ),
        reason,
      },
    },
    ban: {
      on: 'record',
      group: 'access',
      label: { zh: '封禁', en: 'Ban' },
      help: { zh: '立即在所有设备上退出', en: 'Signs the user out everywhere.' },
      roles: admins,
      undo: true,
      from: ['active', 'pending'],
      to: 'banned',
      danger: true,
      loss: 'reversible',
      input: {
        banReason: text(
          { zh: '封禁原因', en: 'Ban reason' },
          { required: true, min: 4, max: 200, suggestions: banReasons },
        ),
        banUntil: time(
          { zh: '封禁至', en: 'Banned until' },
          {
            help: {
              zh: '留空则一直封禁；到时自动解封',
              en: 'Leave empty for a permanent ban. Otherwise it is lifted automatically at this time.',
            },
          },
        ),
        reclaimInvites: boolean(
          { zh: '收回邀请奖励', en: 'Revoke invite rewards' },
          {
            help: {
              zh: '已发的收回，未发的拒绝；解封不会退还',
              en: 'Reclaims granted rewards and rejects open ones. Lifting the ban does not restore them.',
            },
          },
        ),
      },
    },
    previewReclaim: {
      on: 'record',
      group: 'access',
      label: { zh: '预览收回邀请奖励', en: 'Preview reclaimed rewards' },
      help: { zh: '不改变任何数据，只算出封禁时能收回多少', en: 'Previews what a ban would revoke. Changes nothing.' },
      roles: admins,
      reads: true,
      output: reclaimOutput,
    },
    unban: {
      on: 'record',
      group: 'access',
      label: { zh: '解封', en: 'Unban' },
      roles: admins,
      from: ['banned'],
      to: 'active',
    },
    liftBan: {
      on: 'system',
      label: { zh: '封禁到期', en: 'Ban expired' },
      roles: admins,
      from: ['banned'],
      to: 'active',
    },
    activate: {
      on: 'record',
      group: 'access',
      label: { zh: '激活', en: 'Activate' },
      roles: admins,
      from: ['pending'],
      to: 'active',
    },
    awaitActivation: {
      on: 'system',
      label: { zh: '待激活', en: 'Await activation' },
      roles: admins,
      from: ['active'],
      to: 'pending',
    },
    revokeSessions: {
      on: 'record',
      group: 'access',
      label: { zh: '强制下线', en: 'Sign out everywhere' },
      help: { zh: '平台上的登录全部失效', en: 'Ends all sessions on the platform.' },
      roles: admins,
      from: ['active', 'pending', 'banned'],
      danger: true,
    },
    ...realNameActions,
    sendNotice: {
      on: 'record',
      label: { zh: '发公告', en: 'Send an announcement' },
      help: {
        zh: '公告的受众须为“指定用户”；它已发布或发布之后，选中的人就会看到',
        en: 'The audience of the announcement must be “Specific users”. The selected users see it once it is published.',
      },
      roles: everyone,
      from: ['active', 'pending', 'banned'],
      input: { noticeId: reference({ zh: '公告', en: 'Announcement' }, 'notice', { required: true }) },
    },
    addTags: {
      on: 'record',
      label: { zh: '加标签', en: 'Add tags' },
      roles: admins,
      undo: true,
      from: ['active', 'pending', 'banned'],
      input: { tags: tags({ zh: '标签', en: 'Tags' }, { required: true, maxItems: 20 }) },
    },
    removeTags: {
      on: 'record',
      label: { zh: '去标签', en: 'Remove tags' },
      roles: admins,
      undo: true,
      from: ['active', 'pending', 'banned'],
      input: { tags: tags({ zh: '标签', en: 'Tags' }, { required: true, maxItems: 20 }) },
    },
    anonymize: {
      on: 'record',
      label: { zh: '注销并匿名', en: 'Delete and anonymize' },
      help: {
        zh: '清除个人信息，操作日志不再显示；账目保留，无法恢复',
        en: 'Deletes personal data and hides it in the audit log. The ledger is preserved. This cannot be undone.',
      },
      roles: admins,
      from: ['active', 'banned', 'pending'],
      to: 'deleted',
      danger: true,
      loss: 'final',
      stepUp: true,
    },
  },
});
export type User = RecordOf<typeof user>;
