import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { integer, reference, state, text, time } from '../../fields/index.ts';
import { voidReasons } from '../reason-suggestions.ts';

export const redeemCode = defineResource({
  name: 'redeemCode',
  path: '/market/kami-table',
  title: 'tail',
  label: { zh: '兑换码', en: 'Redeem code' },
  help: { zh: '加密保存；只能用完整的兑换码查找', en: 'Encrypted. Search requires the full code.' },
  fields: {
    tail: text({ zh: '尾号', en: 'Ends with' }, { write: 'never', mono: true, max: 8 }),
    batchId: reference({ zh: '批次', en: 'Batch' }, 'redeemBatch', { write: 'never', required: true }),
    maxUses: integer({ zh: '次数上限', en: 'Maximum uses' }, { write: 'never', default: 1 }),
    usedCount: integer({ zh: '已用次数', en: 'Uses' }, { write: 'never', default: 0 }),
    reversedCount: integer(
      { zh: '已收回次数', en: 'Reclaimed uses' },
      {
        write: 'never',
        default: 0,
        read: 'detail',
        help: { zh: '收回的次数不能再用', en: 'A reclaimed use cannot be redeemed again.' },
      },
    ),
    expiresAt: time({ zh: '失效时间', en: 'Expires' }, { write: 'never' }),
    usedAt: time({ zh: '最近兑换', en: 'Last redeemed' }, { write: 'never' }),
    voidReason: text({ zh: '作废原因', en: 'Void reason' }, { write: 'never' }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        unused: { zh: '未用', en: 'Unused', tone: 'info' },
        partlyUsed: { zh: '部分使用', en: 'Partly used', tone: 'info' },
        used: { zh: '已用', en: 'Used', tone: 'good' },
        voided: { zh: '作废', en: 'Void', tone: 'bad' },
        reversed: { zh: '已收回', en: 'Reclaimed', tone: 'warn' },
      },
    ),
  },
  list: {
    columns: ['tail', 'batchId', 'usedCount', 'maxUses', 'expiresAt', 'usedAt', 'status'],
    filters: ['batchId', 'tail', 'status', 'expiresAt', 'usedAt'],
    quick: {
      open: { label: { zh: '未用完', en: 'Redeemable' }, where: { status: ['unused', 'partlyUsed'] } },
      usedToday: { label: { zh: '今日兑换', en: 'Redeemed today' }, where: { usedAt: { days: { from: 0 } } } },
      expiredUnused: {
        label: { zh: '过期未用', en: 'Expired unused' },
        where: { status: ['unused'], expiresAt: { days: { to: -1 } } },
      },
    },
    sort: '-id',
  },
  removal: 'final',
  access: { list: everyone, get: everyone, delete: admins, batch: admins, export: admins },
  deletion: {
    from: ['unused'],
    when: [
      {
        field: 'expiresAt',
        holds: 'past',
        why: { zh: '未到失效时间的兑换码不能删除', en: 'Only expired redeem codes can be deleted.' },
      },
    ],
  },
  stepUp: ['export'],
  actions: {
    find: {
      on: 'collection',
      answers: 'record',
      label: { zh: '按码查找', en: 'Find a code' },
      help: { zh: '任意分组、大小写均可', en: 'Any grouping and letter case is accepted.' },
      roles: everyone,
      reads: true,
      input: { code: text({ zh: '兑换码', en: 'Code' }, { required: true, max: 64 }) },
    },
    void: {
      on: 'record',
      label: { zh: '作废', en: 'Void' },
      roles: admins,
      from: ['unused', 'partlyUsed'],
      to: 'voided',
      danger: true,
      loss: 'reversible',
      input: {
        voidReason: text({ zh: '原因', en: 'Reason' }, { required: true, min: 4, max: 200, suggestions: voidReasons }),
      },
    },
    restore: {
      on: 'record',
      label: { zh: '恢复', en: 'Restore' },
      roles: admins,
      from: ['voided'],
      when: [
        {
          field: 'usedCount',
          holds: { below: 'maxUses' },
          why: { zh: '次数已用完，无法恢复', en: 'All uses of this code are spent, so it cannot be restored.' },
        },
      ],
    },
    extend: {
      on: 'record',
      label: { zh: '延期', en: 'Extend' },
      roles: admins,
      undo: true,
      from: ['unused', 'partlyUsed'],
      input: { expiresAt: time({ zh: '失效时间', en: 'Expires' }, { required: true }) },
    },
    reveal: {
      on: 'record',
      label: { zh: '显示完整码', en: 'Show the code' },
      roles: admins,
      stepUp: true,
      singleRecord: true,
    },
    use: {
      on: 'system',
      label: { zh: '兑换', en: 'Redeem' },
      roles: admins,
      from: ['unused', 'partlyUsed'],
      to: 'used',
    },
    reverse: {
      on: 'system',
      label: { zh: '收回兑换', en: 'Reclaim' },
      roles: admins,
      from: ['used'],
      to: 'reversed',
    },
    usePart: { on: 'system', label: { zh: '兑换', en: 'Redeem' }, roles: admins, from: ['unused'], to: 'partlyUsed' },
  },
});
export type RedeemCode = RecordOf<typeof redeemCode>;
