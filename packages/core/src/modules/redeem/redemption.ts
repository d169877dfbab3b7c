import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, json, reference, state, text, time } from '../../fields/index.ts';
import { assets } from '../ledger/balance-parts.ts';
import { reversalInput, reversalOutput } from './reversal-preview.ts';

/** What a redemption granted. Of a membership, only the plan is stored. */
const grants = {
  asset: choice({ zh: '资产', en: 'Asset' }, { ...assets, vip: { zh: '会员', en: 'Membership' } }),
  amount: integer({ zh: '数量', en: 'Amount' }),
} as const;

const withDebt = { zh: '含记为欠额的部分', en: 'Includes the part recorded as debt.' } as const;
const gone = { zh: '已用掉、且超出欠额上限的部分', en: 'Spent and above the debt limit' } as const;

export const redemption = defineResource({
  name: 'redemption',
  path: '/market/kami-table',
  title: 'id',
  label: { zh: '兑换记录', en: 'Redemption' },
  help: { zh: '谁在何时兑换了什么', en: 'Redemptions with user, asset and time.' },
  fields: {
    codeId: reference({ zh: '兑换码', en: 'Code' }, 'redeemCode', { write: 'never', required: true }),
    batchId: reference({ zh: '批次', en: 'Batch' }, 'redeemBatch', { write: 'never', required: true }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    nth: integer({ zh: '第几次', en: 'Sequence' }, { write: 'never' }),
    grants: json({ zh: '到账', en: 'Granted' }, { write: 'never', parts: grants }),
    ip: text({ zh: 'IP 地址', en: 'IP address' }, { write: 'never', personal: true, max: 64, mono: true }),
    reclaimedCoin: integer(
      { zh: '收回货币', en: 'Coins reclaimed' },
      { write: 'never', read: 'detail', help: withDebt },
    ),
    reclaimedCompute: integer(
      { zh: '收回算力', en: 'Compute reclaimed' },
      { write: 'never', read: 'detail', help: withDebt },
    ),
    reclaimedDays: integer(
      { zh: '收回会员', en: 'Membership revoked' },
      {
        write: 'never',
        read: 'detail',
        unit: { zh: '天', en: 'days' },
        help: { zh: '收回之后仍空的为永久会员', en: 'Empty after a reversal means the membership was lifetime.' },
      },
    ),
    lostCoin: integer({ zh: '未收回货币', en: 'Coins not recovered' }, { write: 'never', read: 'detail', help: gone }),
    lostCompute: integer(
      { zh: '未收回算力', en: 'Compute not recovered' },
      { write: 'never', read: 'detail', help: gone },
    ),
    lostDays: integer(
      { zh: '未收回会员天数', en: 'Member days lost' },
      { write: 'never', read: 'detail', help: { zh: '已经过去的部分', en: 'Days already used' } },
    ),
    reason: text({ zh: '收回原因', en: 'Reversal reason' }, { write: 'never', max: 200 }),
    reversedAt: time({ zh: '收回时间', en: 'Reversed at' }, { write: 'never', read: 'detail' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        granted: { zh: '已到账', en: 'Granted', tone: 'good' },
        reversed: { zh: '已收回', en: 'Reclaimed', tone: 'bad' },
      },
    ),
  },
  list: {
    columns: ['createdAt', 'userId', 'batchId', 'codeId', 'nth', 'grants', 'status'],
    filters: ['userId', 'batchId', 'codeId', 'status'],
    quick: {
      today: { label: { zh: '今日兑换', en: 'Redeemed today' }, where: { createdAt: { days: { from: 0 } } } },
      reclaimed: { label: { zh: '已收回', en: 'Reclaimed' }, where: { status: ['reversed'] } },
    },
    sort: '-id',
  },
  access: { list: everyone, get: everyone, batch: admins, export: admins },
  actions: {
    previewReverse: {
      on: 'record',
      label: { zh: '收回试算', en: 'Preview reversal' },
      help: {
        zh: '算出能收回多少、差多少，不改变任何数据',
        en: 'Calculates what can be reclaimed and the shortfall. Changes nothing.',
      },
      roles: admins,
      reads: true,
      from: ['granted'],
      output: reversalOutput,
    },
    reverse: {
      on: 'record',
      label: { zh: '收回兑换', en: 'Reclaim' },
      help: {
        zh: '收回这次兑换发放的点数与会员，兑换码不会恢复；无法撤销',
        en: 'Reclaims the credits and membership granted by this redemption. The code use is not restored. This cannot be undone.',
      },
      roles: admins,
      from: ['granted'],
      to: 'reversed',
      danger: true,
      loss: 'final',
      stepUp: true,
      input: reversalInput,
    },
  },
});
export type Redemption = RecordOf<typeof redemption>;
