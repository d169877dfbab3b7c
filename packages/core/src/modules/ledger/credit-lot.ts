import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, choices, identifier, integer, reference, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';
import { assets } from './balance-parts.ts';

/** Capabilities that the platform charges for. */
export const capabilities = {
  chat: { zh: '对话', en: 'Chat' },
  write: { zh: '写作', en: 'Writing' },
  draw: { zh: '绘画', en: 'Drawing' },
  video: { zh: '视频', en: 'Video' },
  ppt: { zh: 'PPT', en: 'Slides' },
  music: { zh: '音乐', en: 'Music' },
  mindMap: { zh: '思维导图', en: 'Mind map' },
  pdf: { zh: 'PDF', en: 'PDF' },
  know: { zh: '知识库', en: 'Knowledge' },
  agent: { zh: '智能体', en: 'Agent' },
  app: { zh: '小应用', en: 'App' },
} as const;

export const creditLot = defineResource({
  name: 'creditLot',
  path: '/user/user-table',
  title: 'id',
  label: { zh: '额度批次', en: 'Credit lot' },
  help: {
    zh: '余额由批次组成，先到期的先用',
    en: 'A balance consists of lots. Lots that expire first are spent first.',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    walletId: reference({ zh: '钱包', en: 'Wallet' }, 'wallet', { write: 'never', required: true }),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { write: 'never', required: true }),
    source: choice(
      { zh: '来源', en: 'Source' },
      {
        order: { zh: '订单', en: 'Order' },
        redeem: { zh: '卡密', en: 'Redeem code' },
        sign: { zh: '签到', en: 'Daily check-in' },
        invite: { zh: '邀请', en: 'Invite' },
        admin: { zh: '管理员', en: 'Admin' },
        gift: { zh: '赠送', en: 'Gift' },
        refundReturn: { zh: '退还', en: 'Returned' },
      },
      { write: 'never' },
    ),
    sourceId: identifier({ zh: '来源编号', en: 'Source ID' }, { write: 'never' }),
    amount: integer({ zh: '数量', en: 'Amount' }, { write: 'never' }),
    remaining: integer({ zh: '剩余', en: 'Remaining' }, { write: 'never' }),
    held: integer({ zh: '冻结', en: 'Held' }, { write: 'never', default: 0 }),
    expiresAt: time({ zh: '到期', en: 'Expires' }, { write: 'never' }),
    frozenAt: time(
      { zh: '因拒付冻结于', en: 'Frozen by a dispute at' },
      {
        write: 'never',
        read: 'detail',
        help: {
          zh: '来源订单的付款被拒付，裁定之前不能使用',
          en: 'The payment of its order is disputed. These credits cannot be used until that is decided.',
        },
      },
    ),
    capabilities: choices({ zh: '限用于', en: 'Limited to' }, capabilities, { write: 'never' }),
  },
  list: {
    columns: ['userId', 'asset', 'source', 'amount', 'remaining', 'held', 'expiresAt', 'createdAt'],
    essential: ['asset', 'amount', 'remaining', 'held'],
    filters: ['userId', 'walletId', 'asset', 'source', 'expiresAt'],
    unsortable: {
      held: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  access: { list: everyone, get: everyone, export: admins },
});
export type CreditLot = RecordOf<typeof creditLot>;
