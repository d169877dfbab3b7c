import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, date, integer, money, paragraph, reference, state, text, time } from '../../fields/index.ts';
import { agentOutputs } from './agent-outputs.ts';
import { balanceFields, balanceTotals, rate, reasonField, whyText, withdrawAction } from './payable-parts.ts';

const share = { zh: '分成比例', en: 'Share' } as const;
const contractFile = { zh: '合同文件', en: 'Contract file' } as const;
const monthText = text(
  { zh: '月份', en: 'Month' },
  { required: true, max: 7, pattern: '\\d{4}-(0[1-9]|1[0-2])', help: { zh: '例如 2026-10', en: 'Such as 2026-10' } },
);

export const regionalAgent = defineResource({
  name: 'regionalAgent',
  path: '/expand/regionalagency',
  title: 'name',
  person: true,
  label: { zh: '区域代理', en: 'Regional agent' },
  help: {
    zh: '省、市或区县的代理：所在地用户付款时获得分成，归最近的一级，按月结算',
    en: 'Agents of a province, city, or district. The agent closest to the paying user earns a share. Settled monthly.',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, search: true, max: 64 }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { required: true, write: 'create' }),
    regionCode: text(
      { zh: '区域', en: 'Region' },
      {
        required: true,
        write: 'create',
        max: 40,
        hierarchy: 'region',
        help: {
          zh: '6 位区划代码（GB/T 2260）或全称，如 深圳市、深圳市南山区；新设的区县填代码与名称，如 440399 某某区。按它筛选时包括下级',
          en: 'Six-digit code of GB/T 2260 or full Chinese name, such as 深圳市 or 广东省深圳市南山区. Enter a new district with its code and name, such as 440399 某某区. As a filter, it includes the regions below.',
        },
      },
    ),
    regionName: text({ zh: '区域名称', en: 'Region name' }, { write: 'never', search: true, max: 40 }),
    level: choice(
      { zh: '级别', en: 'Level' },
      {
        province: { zh: '省级', en: 'Province' },
        city: { zh: '市级', en: 'City' },
        district: { zh: '区县级', en: 'District' },
      },
      { write: 'never' },
    ),
    rateBps: integer(share, {
      ...rate,
      write: 'create',
      help: { zh: '留空按设置', en: 'Leave empty to use the default.' },
    }),
    startOn: date({ zh: '合同开始', en: 'Contract from' }, { required: true, write: 'create' }),
    endOn: date(
      { zh: '合同结束', en: 'Contract to' },
      { required: true, write: 'create', help: { zh: '含当天', en: 'Including that day' } },
    ),
    expiring: boolean({ zh: '即将到期', en: 'Ends soon' }, { write: 'never' }),
    deposit: money({ zh: '保证金', en: 'Deposit' }, { min: 0, default: 0, read: 'detail' }),
    contractNo: text({ zh: '合同编号', en: 'Contract number' }, { max: 64, mono: true, read: 'detail' }),
    file: text(contractFile, { write: 'never', personal: true, max: 64, mono: true, read: 'detail' }),
    format: text({ zh: '合同格式', en: 'Contract format' }, { write: 'never', max: 16, read: 'detail' }),
    contact: text({ zh: '联系人', en: 'Contact' }, { personal: true, max: 64, read: 'detail' }),
    phone: text(
      { zh: '联系电话', en: 'Phone' },
      { personal: true, max: 20, pattern: '[0-9+ ()-]{5,20}', read: 'detail' },
    ),
    ...balanceFields,
    remark: paragraph({ zh: '备注', en: 'Remark' }, { read: 'detail', max: 500 }),
    reason: reasonField,
    approvedAt: time({ zh: '通过时间', en: 'Approved at' }, { write: 'never', read: 'detail' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        pending: { zh: '待审核', en: 'Waiting for review', tone: 'info' },
        active: { zh: '生效', en: 'Active', tone: 'good' },
        suspended: { zh: '暂停', en: 'Suspended', tone: 'warn' },
        expired: { zh: '已到期', en: 'Expired', tone: 'neutral' },
        terminated: { zh: '已终止', en: 'Terminated', tone: 'bad' },
      },
    ),
  },
  list: {
    columns: ['name', 'regionName', 'rateBps', 'endOn', 'pending', 'available', 'status'],
    filters: ['status', 'level', 'regionCode', 'userId', 'expiring', 'endOn', 'debt'],
    totals: balanceTotals,
    sort: '-id',
  },
  form: [
    ['name', 'userId'],
    ['regionCode', 'rateBps'],
    ['startOn', 'endOn'],
    ['deposit', 'contractNo'],
    ['contact', 'phone'],
    ['remark'],
  ],
  access: { list: everyone, get: everyone, create: admins, update: admins, batch: admins, export: admins },
  actions: {
    approve: {
      on: 'record',
      label: { zh: '通过', en: 'Approve' },
      help: { zh: '一个区域同时只能有一个代理', en: 'A region can have only one agent at a time.' },
      roles: admins,
      undo: false,
      from: ['pending'],
      to: 'active',
    },
    suspend: {
      on: 'record',
      next: [],
      label: { zh: '暂停', en: 'Suspend' },
      help: {
        zh: '不再产生收入，也不能提现；区域仍为其保留',
        en: 'No new income and no withdrawals. The region remains reserved for the agent.',
      },
      roles: admins,
      undo: true,
      from: ['active'],
      to: 'suspended',
      danger: true,
      input: { reason: whyText },
    },
    resume: { on: 'record', label: { zh: '恢复', en: 'Resume' }, roles: admins, from: ['suspended'], to: 'active' },
    terminate: {
      on: 'record',
      label: { zh: '终止', en: 'Terminate' },
      help: {
        zh: '释放该区域；已有收入照常结算与提现',
        en: 'Frees the region. Existing income is settled and paid out as usual.',
      },
      roles: admins,
      from: ['pending', 'active', 'suspended'],
      to: 'terminated',
      danger: true,
      loss: 'final',
      input: { reason: whyText },
    },
    renew: {
      on: 'record',
      label: { zh: '续约', en: 'Renew' },
      help: { zh: '已到期的恢复生效', en: 'An expired agent becomes active again.' },
      roles: admins,
      from: ['active', 'suspended', 'expired'],
      input: {
        endOn: date({ zh: '新的结束日期', en: 'New end' }, { required: true }),
        contractNo: text({ zh: '合同编号', en: 'Contract number' }, { max: 64 }),
      },
    },
    attachContract: {
      on: 'record',
      label: { zh: '上传合同', en: 'Attach the contract' },
      help: {
        zh: 'PDF、Word 等文件，替换已有的；上传与下载都记入操作日志',
        en: 'A PDF, Word, or other document that replaces the existing one. Uploads and downloads are recorded in the audit log.',
      },
      roles: admins,
      singleRecord: true,
      input: { file: text(contractFile, { required: true, max: 64 }) },
    },
    changeRate: {
      on: 'record',
      label: { zh: '调整比例', en: 'Change the share' },
      help: { zh: '只影响以后的订单', en: 'Applies only to later orders.' },
      roles: admins,
      undo: true,
      from: ['pending', 'active', 'suspended'],
      input: { rateBps: integer(share, { ...rate, required: true }), reason: whyText },
    },
    withdraw: { ...withdrawAction, from: ['active', 'expired', 'terminated'] },
    statement: {
      on: 'record',
      label: { zh: '对账单', en: 'Statement' },
      help: {
        zh: '一个月的订单、分成与退款；明细可在“代理收入”里导出',
        en: 'Orders, shares, and refunds of a month. Export the details from “Agent income”.',
      },
      roles: everyone,
      reads: true,
      input: { month: monthText },
      output: agentOutputs.statement,
    },
    settle: {
      on: 'record',
      label: { zh: '结算其月份', en: 'Settle the month' },
      help: {
        zh: '已结束的一个月，所选代理的待结算收入转为可提现；重复执行不会重复入账',
        en: 'Makes the selected agents’ pending income of a past month available. Running it again has no effect.',
      },
      roles: admins,
      danger: true,
      input: { month: monthText },
      output: agentOutputs.settled,
    },
    pendingMonth: {
      on: 'collection',
      label: { zh: '预览结算', en: 'Preview a settlement' },
      help: {
        zh: '一个月里各代理待结算的笔数与金额；不改动任何数据',
        en: 'Shows the pending income of each agent in a month. Changes nothing.',
      },
      roles: everyone,
      reads: true,
      input: { month: monthText },
      output: agentOutputs.pending,
    },
    settleMonth: {
      on: 'collection',
      label: { zh: '结算月份', en: 'Settle a month' },
      help: {
        zh: '已结束的一个月，全部代理的待结算收入转为可提现',
        en: 'Makes all agents’ pending income of a past month available.',
      },
      roles: admins,
      danger: true,
      input: { month: monthText },
      output: agentOutputs.settled,
    },
    regions: {
      on: 'collection',
      label: { zh: '查询区划代码', en: 'Look up regions' },
      help: {
        zh: '按名称或代码查省、市与区县，以及现在由谁代理',
        en: 'Search provinces, cities, and districts by name or code, with their current agent.',
      },
      roles: everyone,
      reads: true,
      input: { keyword: text({ zh: '名称或代码', en: 'Name or code' }, { required: true, max: 20 }) },
      output: agentOutputs.regions,
    },
    expire: {
      on: 'system',
      label: { zh: '到期', en: 'Expire' },
      roles: admins,
      from: ['active', 'suspended'],
      to: 'expired',
    },
  },
});
export type RegionalAgent = RecordOf<typeof regionalAgent>;
