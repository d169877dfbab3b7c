import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { integer, json, reference, text } from '../../fields/index.ts';

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
    grants: json({ zh: '到账', en: 'Granted' }, { write: 'never' }),
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
