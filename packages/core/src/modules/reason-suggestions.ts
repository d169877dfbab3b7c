import type { LocalizedText } from '../definition/index.ts';

/** Common reasons for banning a user. */
export const banReasons = [
  { zh: '发布垃圾信息', en: 'Posted spam' },
  { zh: '批量注册账号', en: 'Registered accounts in bulk' },
  { zh: '支付欺诈', en: 'Payment fraud' },
  { zh: '多次发布违规内容', en: 'Repeatedly posted prohibited content' },
] as const satisfies readonly LocalizedText[];

/** Common reasons for refunding an order. */
export const refundReasons = [
  { zh: '用户申请退款', en: 'Requested by the user' },
  { zh: '重复支付', en: 'Paid twice' },
  { zh: '商品未到账', en: 'The product was not delivered' },
] as const satisfies readonly LocalizedText[];

/** Common reasons for rejecting a refund request. */
export const refundRejections = [
  { zh: '权益已使用', en: 'The benefits were used' },
  { zh: '已超过退款期限', en: 'The refund period has ended' },
] as const satisfies readonly LocalizedText[];

/** Common reasons for voiding codes or reclaiming what they granted. */
export const voidReasons = [
  { zh: '兑换码已泄露', en: 'The codes leaked' },
  { zh: '面值设置错误', en: 'The value was wrong' },
  { zh: '活动已取消', en: 'The promotion was canceled' },
] as const satisfies readonly LocalizedText[];

/** Common reasons for adjusting a balance or extending a membership. */
export const grantReasons = [
  { zh: '故障补偿', en: 'Compensation for an outage' },
  { zh: '客服补偿', en: 'Goodwill credit' },
  { zh: '更正错误', en: 'Correction of an error' },
] as const satisfies readonly LocalizedText[];
