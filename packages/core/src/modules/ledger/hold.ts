import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { basisPoints, choice, identifier, integer, json, reference, state, text, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { assets } from './balance-parts.ts';
import { capabilities } from './credit-lot.ts';

export const hold = defineResource({
  name: 'hold',
  path: '/user/user-table',
  title: 'no',
  label: { zh: '冻结', en: 'Hold' },
  help: {
    zh: '使用前冻结，使用后按实际用量结算，余数释放',
    en: 'Credits are held before use, captured as used, the rest released',
  },
  fields: {
    no: text({ zh: '冻结号', en: 'Hold number' }, { write: 'never', unique: true, mono: true, max: 64 }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    walletId: identifier({ zh: '钱包编号', en: 'Wallet ID' }, { write: 'never' }),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { write: 'never', required: true }),
    capability: choice({ zh: '能力', en: 'Capability' }, capabilities, { write: 'never' }),
    requestId: text({ zh: '请求编号', en: 'Request' }, { write: 'never', max: 96, mono: true }),
    amount: integer({ zh: '冻结数量', en: 'Held' }, { write: 'never' }),
    listAmount: integer(
      { zh: '原价', en: 'List price' },
      { write: 'never', read: 'detail', default: 0, help: { zh: '乘计费倍率之前', en: 'Before the rate' } },
    ),
    rateMultiplier: integer(
      { zh: '计费倍率', en: 'Rate' },
      { write: 'never', read: 'detail', default: 10_000, ...basisPoints },
    ),
    leastCharge: integer(
      { zh: '最低收费', en: 'Minimum charge' },
      {
        write: 'never',
        read: 'detail',
        default: 1,
        help: { zh: '有用量时不低于它', en: 'Minimum charge per use' },
      },
    ),
    quotaAmount: integer(
      { zh: '会员额度', en: 'By quota' },
      {
        write: 'never',
        default: 0,
        help: { zh: '由会员额度抵扣的部分', en: 'Amount covered by the membership quota.' },
      },
    ),
    capturedAmount: integer({ zh: '结算数量', en: 'Captured' }, { write: 'never', default: 0 }),
    writtenOff: integer({ zh: '核销', en: 'Written off' }, { write: 'never', default: 0 }),
    lots: json(
      { zh: '批次', en: 'Lots' },
      {
        write: 'never',
        read: 'detail',
        parts: {
          lotId: reference({ zh: '批次', en: 'Lot' }, 'creditLot'),
          amount: integer({ zh: '数量', en: 'Amount' }),
        },
      },
    ),
    expiresAt: time({ zh: '到期', en: 'Expires' }, { write: 'never' }),
    settledAt: time({ zh: '结算时间', en: 'Settled' }, { write: 'never' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        held: { zh: '冻结中', en: 'On hold', tone: 'info' },
        captured: { zh: '已结算', en: 'Captured', tone: 'good' },
        released: { zh: '已释放', en: 'Released', tone: 'neutral' },
        expired: { zh: '已过期', en: 'Expired', tone: 'warn' },
      },
    ),
  },
  list: {
    columns: ['no', 'userId', 'asset', 'capability', 'amount', 'capturedAmount', 'status', 'createdAt'],
    essential: ['asset', 'amount', 'capturedAmount'],
    filters: ['userId', 'asset', 'capability', 'status', 'expiresAt'],
    unsortable: {
      quotaAmount: unsortableReasons.eachRequest,
      capturedAmount: unsortableReasons.eachRequest,
      writtenOff: unsortableReasons.eachRequest,
      settledAt: unsortableReasons.eachRequest,
      updatedAt: unsortableReasons.eachRequest,
    },
    sort: '-id',
  },
  unique: [['userId', 'requestId']],
  access: { list: everyone, get: everyone, export: admins },
  actions: {
    capture: {
      on: 'system',
      label: { zh: '结算', en: 'Capture' },
      roles: admins,
      from: ['held', 'expired'],
      to: 'captured',
    },
    placeAgain: {
      on: 'system',
      label: { zh: '再次冻结', en: 'Hold again' },
      roles: admins,
      from: ['expired'],
      to: 'held',
    },
    release: {
      on: 'record',
      next: [],
      label: { zh: '释放', en: 'Release' },
      help: { zh: '释放卡住的冻结', en: 'Releases a stuck hold and returns the credits to the user.' },
      roles: admins,
      from: ['held'],
      to: 'released',
      danger: true,
    },
    expire: { on: 'system', label: { zh: '过期', en: 'Expire' }, roles: admins, from: ['held'], to: 'expired' },
  },
});
export type Hold = RecordOf<typeof hold>;
