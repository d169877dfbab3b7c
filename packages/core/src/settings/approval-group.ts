import { integer, money } from '../fields/index.ts';

/** Above which amounts a second admin is needed; 0 for never. */
export const approvalGroup = {
  label: { zh: '双人审批', en: 'Second admin' },
  help: {
    zh: '超过限额的操作先等另一位管理员批准；0 为不需要。至少要有两位管理员。放宽限额须再次验证身份，并通知所有管理员',
    en: 'What goes above a limit waits for another admin; 0 for never. It takes two admins. Whoever lifts a limit proves who they are, and every admin is told',
  },
  sensitive: true,
  fields: {
    adjustPoints: integer(
      { zh: '余额调整限额', en: 'Adjustments above' },
      {
        required: true,
        min: 0,
        max: 100_000_000,
        default: 0,
        unit: { zh: '点', en: 'points' },
        help: {
          zh: '同一管理员 24 小时内对同一用户的调整合并计算，重置的会员额度、生成的兑换码也各自合并计算',
          en: 'What one admin moved for one user within 24 hours counts together, and so do the quotas that they reset and the credits of the codes that they made',
        },
      },
    ),
    refundAmount: money(
      { zh: '退款限额', en: 'Refunds above' },
      {
        required: true,
        min: 0,
        default: 0,
        help: { zh: '按订单累计退款计算', en: 'All refunds of an order count together' },
      },
    ),
    markPaidAmount: money(
      { zh: '人工确认支付限额', en: 'Payments by hand above' },
      {
        required: true,
        min: 0,
        default: 0,
        help: {
          zh: '人工发放、延长会员与会员兑换码按套餐价格适用同一限额，24 小时内合并计算；24 小时内新建或改过套餐价格、时长、额度的管理员，发放该套餐一律须另一位管理员批准',
          en: 'Holds for memberships by hand and membership codes too, at the price of the plan; those of 24 hours count together. Whoever made a plan or changed its price, duration or quotas within 24 hours never gives it alone',
        },
      },
    ),
    hours: integer(
      { zh: '审批时限', en: 'Waits at most' },
      {
        required: true,
        min: 1,
        max: 720,
        default: 72,
        unit: { zh: '小时', en: 'h' },
        help: { zh: '到时未批准则失效', en: 'Expires when nobody approved by then' },
      },
    ),
  },
} as const;
