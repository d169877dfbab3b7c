import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, money, paragraph, reference, state, text, time } from '../../fields/index.ts';
import { balanceFields, balanceTotals, rate, reasonField, whyText, withdrawAction } from './payable-parts.ts';

const direct = { zh: '直接比例', en: 'Direct rate' } as const;
const indirect = { zh: '间接比例', en: 'Indirect rate' } as const;
const ofSettings = { zh: '留空按分销设置', en: 'Leave empty to use the default.' } as const;

const figureFields = {
  invited: integer({ zh: '邀请人数', en: 'Users invited' }),
  buyers: integer({ zh: '其中购买过', en: 'With a purchase' }),
  currency: text({ zh: '币种', en: 'Currency' }),
  orders: integer({ zh: '带来订单', en: 'Orders' }),
  turnover: money({ zh: '订单实付', en: 'Order payments' }),
  earned: money({ zh: '佣金', en: 'Commissions' }),
  reversed: money({ zh: '冲回', en: 'Reversed' }),
  others: text({ zh: '其他币种', en: 'Other currencies' }),
  withdrawals: integer({ zh: '提现次数', en: 'Withdrawals' }),
  people: text({ zh: '最近邀请', en: 'Invited last' }),
  userId: identifier({ zh: '用户编号', en: 'User ID' }),
  username: text({ zh: '用户名', en: 'Username' }),
  paid: money({ zh: '累计支付', en: 'Total paid' }),
  registeredAt: time({ zh: '注册时间', en: 'Registered' }),
} as const;

export const distributor = defineResource({
  name: 'distributor',
  path: '/expand/distribution',
  title: 'name',
  person: true,
  label: { zh: '分销员', en: 'Distributor' },
  help: {
    zh: '因所邀用户付款而获得佣金的人；比例、余额与状态',
    en: 'Users who earn a commission on payments of users they invited, with rates, balances, and status',
  },
  fields: {
    name: text(
      { zh: '名称', en: 'Name' },
      { search: true, max: 64, help: { zh: '留空用用户名', en: 'Defaults to the username' } },
    ),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { required: true, unique: true, write: 'create' }),
    grade: choice(
      { zh: '级别', en: 'Level' },
      { normal: { zh: '普通', en: 'Normal' }, agent: { zh: '代理', en: 'Regional agent' } },
      { required: true, default: 'normal' },
    ),
    directBps: integer(direct, {
      ...rate,
      write: 'create',
      help: {
        zh: '所邀用户付款时；留空按分销设置',
        en: 'Share of payments by invited users. Leave empty to use the default.',
      },
    }),
    indirectBps: integer(indirect, { ...rate, write: 'create', read: 'detail', help: ofSettings }),
    parentId: reference({ zh: '上级', en: 'Invited by' }, 'distributor', { write: 'never', read: 'detail' }),
    ...balanceFields,
    applyNote: paragraph({ zh: '申请说明', en: 'Application' }, { write: 'create', read: 'detail', max: 500 }),
    remark: paragraph({ zh: '备注', en: 'Remark' }, { read: 'detail', max: 500 }),
    reason: reasonField,
    approvedAt: time({ zh: '通过时间', en: 'Approved at' }, { write: 'never', read: 'detail' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        pending: { zh: '待审核', en: 'Waiting for review', tone: 'info' },
        active: { zh: '正常', en: 'Active', tone: 'good' },
        frozen: { zh: '冻结', en: 'Frozen', tone: 'warn' },
        rejected: { zh: '已拒绝', en: 'Rejected', tone: 'bad' },
        closed: { zh: '已关闭', en: 'Closed', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['name', 'directBps', 'pending', 'available', 'debt', 'withdrawn', 'status', 'createdAt'],
    filters: ['status', 'userId', 'grade', 'parentId', 'available', 'debt'],
    totals: balanceTotals,
    sort: '-id',
  },
  form: [['userId', 'name'], ['grade'], ['directBps', 'indirectBps'], ['applyNote'], ['remark']],
  access: { list: everyone, get: everyone, create: admins, update: admins, batch: admins, export: admins },
  actions: {
    approve: {
      on: 'record',
      next: ['pending'],
      label: { zh: '通过', en: 'Approve' },
      help: {
        zh: '从此刻起，所邀用户的付款产生佣金',
        en: 'Payments of invited users earn a commission from now on.',
      },
      roles: admins,
      undo: false,
      from: ['pending', 'rejected'],
      to: 'active',
    },
    reject: {
      on: 'record',
      label: { zh: '拒绝', en: 'Reject' },
      roles: admins,
      undo: true,
      from: ['pending'],
      to: 'rejected',
      danger: true,
      input: { reason: whyText },
    },
    freeze: {
      on: 'record',
      next: [],
      label: { zh: '冻结', en: 'Freeze' },
      help: {
        zh: '不再产生佣金，也不能提现；已有的照常结算',
        en: 'No new commissions and no withdrawals. Existing commissions are settled as usual.',
      },
      roles: admins,
      undo: true,
      from: ['active'],
      to: 'frozen',
      danger: true,
      input: { reason: whyText },
    },
    unfreeze: { on: 'record', label: { zh: '解冻', en: 'Unfreeze' }, roles: admins, from: ['frozen'], to: 'active' },
    close: {
      on: 'record',
      label: { zh: '关闭', en: 'Close' },
      help: { zh: '余额须已结清；无法恢复', en: 'All balances must be settled. This cannot be undone.' },
      roles: admins,
      from: ['active', 'frozen'],
      to: 'closed',
      danger: true,
      loss: 'final',
      input: { reason: whyText },
    },
    changeRate: {
      on: 'record',
      label: { zh: '调整比例', en: 'Change the rates' },
      help: { zh: '只影响以后的订单', en: 'Applies only to later orders.' },
      roles: admins,
      undo: true,
      from: ['pending', 'active', 'frozen'],
      input: {
        directBps: integer(direct, { ...rate, required: true }),
        indirectBps: integer(indirect, { ...rate, required: true }),
        reason: whyText,
      },
    },
    withdraw: { ...withdrawAction, from: ['active'] },
    stats: {
      on: 'record',
      label: { zh: '业绩', en: 'Performance' },
      help: {
        zh: '邀请了谁、带来多少订单、佣金与冲回',
        en: 'Invited users, their orders, commissions and refunds',
      },
      roles: everyone,
      reads: true,
      output: figureFields,
    },
    applyAgain: {
      on: 'system',
      label: { zh: '再次申请', en: 'Apply again' },
      roles: admins,
      from: ['rejected'],
      to: 'pending',
    },
  },
});
export type Distributor = RecordOf<typeof distributor>;
