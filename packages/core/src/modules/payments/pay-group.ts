import { boolean, integer, secret, text } from '../../fields/index.ts';

/** Settings of order payments. */
export const payGroup = {
  label: { zh: '支付', en: 'Payment' },
  sensitive: true,
  fields: {
    currency: text(
      { zh: '币种', en: 'Currency' },
      {
        required: true,
        max: 3,
        pattern: '[A-Z]{3}',
        default: 'CNY',
        help: {
          zh: '新订单与商品价格的币种；其他币种的支付通知一律拒绝',
          en: 'The currency of new orders and prices. Payment notifications in another currency are rejected.',
        },
        changeWarning: {
          zh: '商品价格、提现规则与审批限额将按新币种计，数字不会换算；已有订单及其退款、佣金、提现仍按原币种，合计按币种分列。支付宝与易支付只收人民币。',
          en: 'Prices, withdrawal rules, and approval limits will be in the new currency; their numbers are not converted. Existing orders, refunds, commissions, and withdrawals keep their currency, and totals are shown per currency. Alipay and Epay accept CNY only.',
        },
      },
    ),
    orderTimeoutMin: integer(
      { zh: '待支付时长', en: 'Payment timeout' },
      {
        required: true,
        min: 1,
        max: 10_080,
        default: 30,
        unit: { zh: '分钟', en: 'min' },
        help: { zh: '到时未付则关闭', en: 'Unpaid orders are closed after this time.' },
      },
    ),
    pollIntervalS: integer(
      { zh: '查询间隔', en: 'Polling interval' },
      {
        required: true,
        min: 5,
        max: 3600,
        default: 30,
        unit: { zh: '秒', en: 's' },
        help: {
          zh: '待支付的订单隔多久向渠道查询一次；通知丢失也能入账',
          en: 'How often the gateway is queried about a pending order, so that a lost notification does not lose a payment.',
        },
      },
    ),
    amountToleranceFen: integer(
      { zh: '金额容差', en: 'Amount tolerance' },
      { required: true, min: 0, max: 100, default: 0, unit: { zh: '分', en: 'fen' } },
    ),
    fulfilTries: integer(
      { zh: '自动发货次数', en: 'Delivery attempts' },
      {
        required: true,
        min: 1,
        max: 20,
        default: 5,
        help: {
          zh: '都失败后通知管理员，等人处理',
          en: 'After the last failure, admins are notified',
        },
      },
    ),
    autoRefund: boolean(
      { zh: '自动退回迟到的付款', en: 'Refund late payments' },
      {
        help: {
          zh: '订单关闭后到账的款项：开启则自动退回，否则标记出来由管理员发货或退款',
          en: 'Payments for a closed order are refunded automatically. Otherwise an admin delivers or refunds the order.',
        },
      },
    ),
    returnUrl: text(
      { zh: '付款后返回', en: 'Return URL' },
      {
        max: 500,
        mono: true,
        pattern: 'https?://[^\\s]+',
        help: {
          zh: '付款页结束后把用户带到这个网址；留空则回到站点网址',
          en: 'Where users are sent after the payment page. Leave empty to use the site URL.',
        },
      },
    ),
    sandboxEnabled: boolean(
      { zh: '启用沙箱渠道', en: 'Enable the sandbox channel' },
      { help: { zh: '仅供演练，正式环境请关闭', en: 'For trial runs only. Disable it in production.' } },
    ),
    sandboxSecret: secret(
      { zh: '沙箱密钥', en: 'Sandbox secret' },
      {
        min: 16,
        max: 256,
        generatable: true,
        help: {
          zh: '沙箱通知的签名密钥；未设置则沙箱不可用',
          en: 'Key that signs sandbox notifications. The sandbox is unavailable without it.',
        },
      },
    ),
  },
} as const;
