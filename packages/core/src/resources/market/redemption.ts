import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, json, reference, text } from '../../fields/index.ts';
import { assets } from '../user/balance-parts.ts';

/** What one redemption brought, an entry each; of a membership one knows only that it came. */
const grants = {
  asset: choice({ zh: '资产', en: 'What' }, { ...assets, vip: { zh: '会员', en: 'Membership' } }),
  amount: integer({ zh: '数量', en: 'How much' }),
} as const;

export const redemption = defineResource({
  name: 'redemption',
  path: '/market/kami-table',
  title: 'id',
  label: { zh: '兑换记录', en: 'Redemption' },
  help: { zh: '谁在何时兑换了什么', en: 'Who redeemed what, and when' },
  fields: {
    codeId: reference({ zh: '兑换码', en: 'Code' }, 'redeemCode', { write: 'never', required: true }),
    batchId: reference({ zh: '批次', en: 'Batch' }, 'redeemBatch', { write: 'never', required: true }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    nth: integer({ zh: '第几次', en: 'Nth' }, { write: 'never' }),
    grants: json({ zh: '到账', en: 'Granted' }, { write: 'never', parts: grants }),
    ip: text({ zh: '地址', en: 'From' }, { write: 'never', personal: true, max: 64, mono: true }),
  },
  list: {
    columns: ['createdAt', 'userId', 'batchId', 'codeId', 'nth', 'grants'],
    filters: ['userId', 'batchId', 'codeId'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: admins },
});
export type Redemption = RecordOf<typeof redemption>;
