import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, reference, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { assets } from './balance-parts.ts';

export const wallet = defineResource({
  name: 'wallet',
  path: '/user/user-table',
  inMenu: true,
  title: 'id',
  label: { zh: '钱包', en: 'Wallet' },
  help: { zh: '每人每种资产一个；只由记账改变', en: 'One wallet per user and asset. Changed only by ledger entries.' },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { write: 'never', required: true }),
    balance: integer({ zh: '余额', en: 'Balance' }, { write: 'never', default: 0 }),
    held: integer({ zh: '冻结', en: 'Held' }, { write: 'never', default: 0 }),
    debt: integer({ zh: '欠额', en: 'Debt' }, { write: 'never', default: 0 }),
    lastSeq: integer({ zh: '最近序号', en: 'Last entry' }, { write: 'never', default: 0 }),
    changedAt: time({ zh: '最近变动', en: 'Last change' }, { write: 'never' }),
  },
  list: {
    columns: ['userId', 'asset', 'balance', 'held', 'debt', 'changedAt'],
    essential: ['asset', 'balance', 'held', 'debt'],
    filters: ['userId', 'asset', 'debt'],
    unsortable: {
      held: unsortableReasons.constantChange,
      lastSeq: unsortableReasons.constantChange,
      changedAt: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  unique: [['userId', 'asset']],
  access: { list: everyone, get: everyone, export: admins },
});
export type Wallet = RecordOf<typeof wallet>;
