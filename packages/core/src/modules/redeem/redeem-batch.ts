import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { basisPoints, choice, integer, money, reference, state, text, time } from '../../fields/index.ts';
import { voidReasons } from '../reason-suggestions.ts';

const redeemKinds = {
  coin: { zh: '货币', en: 'Coins' },
  compute: { zh: '算力', en: 'Compute' },
  vip: { zh: '会员', en: 'Membership' },
  mixed: { zh: '组合', en: 'Mixed' },
} as const;
const redeemModes = {
  single: { zh: '一码一次', en: 'Single use' },
  shared: { zh: '一码多人', en: 'Shared' },
} as const;

const reason = text({ zh: '原因', en: 'Reason' }, { required: true, min: 4, max: 200, suggestions: voidReasons });

const figureFields = {
  issued: integer({ zh: '发出', en: 'Issued' }),
  unused: integer({ zh: '未用', en: 'Unused' }),
  partlyUsed: integer({ zh: '部分使用', en: 'Partly used' }),
  used: integer({ zh: '已用', en: 'Used' }),
  voided: integer({ zh: '已作废', en: 'Void' }),
  reversed: integer({ zh: '已收回', en: 'Reclaimed' }),
  expired: integer({ zh: '已过期', en: 'Expired' }),
  redemptions: integer({ zh: '兑换次数', en: 'Redemptions' }),
  redemptionsReversed: integer({ zh: '其中已收回', en: 'Reclaimed' }),
  usesLeft: integer({ zh: '剩余次数', en: 'Remaining uses' }),
  redeemRateBps: integer({ zh: '兑换率', en: 'Redemption rate' }, { ...basisPoints }),
  cleared: integer({ zh: '已清理', en: 'Deleted' }),
  valueIssued: text({ zh: '发出价值', en: 'Issued value' }),
  valueRedeemed: text({ zh: '兑换价值', en: 'Redeemed value' }),
  coin: integer({ zh: '货币', en: 'Coins' }),
  compute: integer({ zh: '算力', en: 'Compute' }),
} as const;

export const redeemBatch = defineResource({
  name: 'redeemBatch',
  path: '/market/kami-table',
  title: 'name',
  label: { zh: '兑换码批次', en: 'Code batch' },
  help: { zh: '一次生成的一批兑换码，各批分别统计', en: 'Codes generated together, with per-batch stats' },
  fields: {
    no: text({ zh: '批次号', en: 'Batch number' }, { write: 'never', unique: true, mono: true, max: 32 }),
    name: text({ zh: '名称', en: 'Name' }, { required: true, search: true, max: 64 }),
    kind: choice({ zh: '类型', en: 'Kind' }, redeemKinds, { write: 'never' }),
    mode: choice({ zh: '方式', en: 'Mode' }, redeemModes, { write: 'never' }),
    coin: integer({ zh: '货币', en: 'Coins' }, { write: 'never', default: 0 }),
    compute: integer({ zh: '算力', en: 'Compute' }, { write: 'never', default: 0 }),
    vipPlanId: reference({ zh: '会员套餐', en: 'Membership plan' }, 'vipPlan', { write: 'never' }),
    vipDays: integer({ zh: '会员天数', en: 'Membership days' }, { write: 'never', read: 'detail' }),
    count: integer({ zh: '张数', en: 'Codes' }, { write: 'never', default: 0 }),
    maxUses: integer({ zh: '每码次数', en: 'Uses per code' }, { write: 'never', default: 1 }),
    perUserLimit: integer({ zh: '每人次数', en: 'Uses per user' }, { write: 'never', default: 1 }),
    creditDays: integer({ zh: '到账有效天数', en: 'Credits valid for (days)' }, { write: 'never', default: 0 }),
    validFrom: time({ zh: '生效时间', en: 'Valid from' }, { write: 'never' }),
    expiresAt: time({ zh: '失效时间', en: 'Expires' }, { write: 'never' }),
    prefix: text({ zh: '前缀', en: 'Prefix' }, { write: 'never', read: 'detail', mono: true, max: 12 }),
    codeLength: integer({ zh: '位数', en: 'Length' }, { write: 'never', read: 'detail', default: 18 }),
    grouping: integer({ zh: '分组', en: 'Grouping' }, { write: 'never', read: 'detail', default: 6 }),
    channel: text({ zh: '渠道', en: 'Channel' }, { search: true, max: 64 }),
    cost: money({ zh: '成本', en: 'Cost' }),
    used: integer({ zh: '已兑换', en: 'Used' }, { write: 'never', default: 0 }),
    voided: integer({ zh: '已作废', en: 'Void' }, { write: 'never', default: 0 }),
    reversed: integer(
      { zh: '已收回', en: 'Reclaimed' },
      { write: 'never', default: 0, read: 'detail', help: { zh: '收回的兑换次数', en: 'Reversed redemptions' } },
    ),
    exportedAt: time({ zh: '导出时间', en: 'Exported' }, { write: 'never' }),
    remark: text({ zh: '备注', en: 'Remark' }),
    status: state(
      { zh: '状态', en: 'Status' },
      { active: { zh: '有效', en: 'Active', tone: 'good' }, voided: { zh: '已作废', en: 'Void', tone: 'bad' } },
    ),
  },
  list: {
    columns: ['no', 'name', 'count', 'used', 'coin', 'compute', 'expiresAt', 'status'],
    essential: ['coin', 'compute'],
    filters: ['kind', 'mode', 'status', 'expiresAt', 'channel'],
    quick: {
      active: { label: { zh: '有效', en: 'Active' }, where: { status: ['active'] } },
      endsSoon: {
        label: { zh: '7 天内失效', en: 'Expiring within 7 days' },
        where: { status: ['active'], expiresAt: { days: { from: 0, to: 7 } } },
      },
    },
    totals: ['count', 'used', 'voided', 'cost'],
    sort: '-id',
  },
  form: [['name'], ['channel', 'cost'], ['remark']],
  access: { list: everyone, get: everyone, update: admins, export: admins },
  actions: {
    generate: {
      on: 'collection',
      creates: true,
      answers: 'record',
      label: { zh: '批量生成', en: 'Generate' },
      roles: admins,
      input: {
        name: 'name',
        count: integer({ zh: '张数', en: 'Codes' }, { min: 1, max: 100_000, default: 1 }),
        kind: choice({ zh: '类型', en: 'Kind' }, redeemKinds, { required: true, default: 'coin' }),
        coin: integer(
          { zh: '货币', en: 'Coins' },
          { min: 0, max: 10_000_000, default: 0, visibleWhen: { kind: ['coin', 'mixed'] } },
        ),
        compute: integer(
          { zh: '算力', en: 'Compute' },
          { min: 0, max: 10_000_000, default: 0, visibleWhen: { kind: ['compute', 'mixed'] } },
        ),
        vipPlanId: reference({ zh: '会员套餐', en: 'Membership plan' }, 'vipPlan', {
          visibleWhen: { kind: ['vip', 'mixed'] },
          help: { zh: '按此刻的套餐兑换，以后改动不影响', en: 'Uses the current plan. Later changes have no effect.' },
        }),
        vipDays: integer(
          { zh: '会员天数', en: 'Membership days' },
          {
            min: 1,
            max: 3650,
            visibleWhen: { kind: ['vip', 'mixed'] },
            help: {
              zh: '留空为套餐自带的时长与赠送；填写则只给天数',
              en: 'Leave empty to grant the duration and gifts of the plan. A number grants only these days.',
            },
          },
        ),
        mode: choice({ zh: '方式', en: 'Mode' }, redeemModes, { default: 'single' }),
        maxUses: integer(
          { zh: '每码次数', en: 'Uses per code' },
          { min: 1, max: 1_000_000, default: 1, visibleWhen: { mode: ['shared'] } },
        ),
        perUserLimit: integer({ zh: '每人次数', en: 'Uses per user' }, { min: 1, max: 1000, default: 1 }),
        creditDays: integer(
          { zh: '到账有效天数', en: 'Credits valid for (days)' },
          { min: 0, max: 3650, default: 0, help: { zh: '0 为长期有效', en: '0 = never expires' } },
        ),
        validFrom: time({ zh: '生效时间', en: 'Valid from' }),
        expiresAt: time({ zh: '失效时间', en: 'Expires' }),
        prefix: text(
          { zh: '前缀', en: 'Prefix' },
          {
            max: 12,
            mono: true,
            pattern: '[A-Z0-9]*',
            help: {
              zh: '印在兑换码前，便于识别；输入时可省略。大写字母与数字',
              en: 'Prefix of each code, optional when redeeming. Uppercase letters and digits.',
            },
          },
        ),
        codeLength: integer(
          { zh: '位数', en: 'Length' },
          {
            min: 18,
            max: 32,
            help: { zh: '不含前缀；留空按系统设置', en: 'Without the prefix. Leave empty to use the default.' },
          },
        ),
        grouping: integer(
          { zh: '分组', en: 'Grouping' },
          {
            min: 0,
            max: 12,
            help: {
              zh: '每几位一个短横；0 为不分。留空按系统设置',
              en: 'Characters between hyphens. 0 means none. Leave empty to use the default.',
            },
          },
        ),
        channel: 'channel',
        cost: 'cost',
        remark: 'remark',
      },
    },
    voidBatch: {
      on: 'record',
      label: { zh: '作废批次', en: 'Void the batch' },
      help: {
        zh: '未用完的兑换码全部作废，已兑换的不受影响；无法撤销',
        en: 'Voids all codes that are not used up. Past redemptions are not affected. This cannot be undone.',
      },
      roles: admins,
      from: ['active'],
      to: 'voided',
      danger: true,
      loss: 'final',
      singleRecord: true,
      input: { reason },
    },
    extend: {
      on: 'record',
      label: { zh: '延期', en: 'Extend' },
      roles: admins,
      singleRecord: true,
      input: { expiresAt: time({ zh: '失效时间', en: 'Expires' }, { required: true }) },
    },
    clearExpired: {
      on: 'record',
      label: { zh: '清理过期码', en: 'Delete expired codes' },
      help: {
        zh: '删除已过期且从未使用的兑换码，无法恢复；批次及其张数保留',
        en: 'Permanently deletes expired codes that were never used. The batch and its count remain.',
      },
      roles: admins,
      danger: true,
      loss: 'final',
      output: { cleared: integer({ zh: '删除张数', en: 'Codes deleted' }) },
    },
    stats: {
      on: 'record',
      label: { zh: '统计', en: 'Statistics' },
      help: { zh: '已用、未用、作废、过期与价值', en: 'Used, unused, void, and expired codes with their value' },
      roles: everyone,
      reads: true,
      output: figureFields,
    },
  },
});
export type RedeemBatch = RecordOf<typeof redeemBatch>;
