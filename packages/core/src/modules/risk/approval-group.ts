import { integer, money } from '../../fields/index.ts';

/** Amounts above which a second admin must approve; 0 means never. */
export const approvalGroup = {
  label: { zh: '双人审批', en: 'Two-person approval' },
  help: {
    zh: '超过限额的操作须由另一位管理员批准；0 为不限。按所给的点数与会员计算，不按售价。至少要有两位管理员；有两位时，放宽或取消限额也须另一位批准，并通知所有管理员',
    en: 'Operations above a limit wait for another admin. 0 turns a limit off. What is granted counts, not its price. With two admins, raising or turning off a limit needs the other one too, and notifies all admins.',
  },
  sensitive: true,
  fields: {
    adjustCredits: integer(
      { zh: '余额调整限额', en: 'Balance adjustment limit' },
      {
        required: true,
        min: 0,
        max: 100_000_000,
        default: 0,
        unit: { zh: '点', en: 'credits' },
        help: {
          zh: '适用于余额调整、人工确认的订单、会员额度与赠送、兑换码、沙箱支付、商品上架、签到与邀请奖励、注册赠送。同一管理员 24 小时内对同一用户的发放合并计算',
          en: 'Applies to adjustments, orders marked as paid, membership quotas and gifts, redeem codes, sandbox payments, products on sale, and check-in, invite and registration rewards. Grants by one admin to one user within 24 hours are added up.',
        },
      },
    ),
    refundAmount: money(
      { zh: '退款限额', en: 'Refund limit' },
      {
        required: true,
        min: 0,
        default: 0,
        help: { zh: '按订单累计退款计算', en: 'All refunds of an order are added up.' },
      },
    ),
    markPaidAmount: money(
      { zh: '人工确认支付限额', en: 'Limit for manual payments' },
      {
        required: true,
        min: 0,
        default: 0,
        help: {
          zh: '人工发放、延长会员与会员兑换码按套餐价格适用同一限额，24 小时内合并计算；24 小时内新建或改过套餐价格、时长、额度的管理员，发放该套餐或将其上架一律须另一位管理员批准',
          en: 'Also applies to manual memberships and membership codes, at the plan price, added up over 24 hours. An admin who created or changed a plan within 24 hours cannot grant it or put it on sale alone.',
        },
      },
    ),
    hours: integer(
      { zh: '审批时限', en: 'Approval expires after' },
      {
        required: true,
        min: 1,
        max: 720,
        default: 72,
        unit: { zh: '小时', en: 'h' },
        help: { zh: '到时未批准则失效', en: 'The request expires if it is not approved by then.' },
      },
    ),
  },
} as const;
