import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import {
  boolean,
  choice,
  identifier,
  image,
  integer,
  json,
  money,
  reference,
  state,
  text,
  time,
} from '../../fields/index.ts';
import { productParts, productTypes } from '../catalog/snapshot-parts.ts';
import { platforms } from '../content/platforms.ts';
import { refundReasons } from '../reason-suggestions.ts';
import { orderStates, queryOutput, refundPreviewOutput, sandboxPayOutput, timelineOutput } from './order-outputs.ts';
import { orderSections } from './order-sections.ts';

/** Payment channels. Each has an adapter. */
export const payChannels = {
  alipay: { zh: '支付宝', en: 'Alipay' },
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  epay: { zh: '易支付', en: 'Epay' },
  stripe: { zh: 'Stripe', en: 'Stripe' },
  sandbox: { zh: '沙箱', en: 'Sandbox' },
  manual: { zh: '人工', en: 'Manual' },
} as const;

/** Payment methods of a channel. Each needs other parameters for the payer's client. */
export const payMethods = {
  native: { zh: '扫二维码', en: 'QR code' },
  jsapi: { zh: '微信内（公众号、小程序）', en: 'Inside WeChat (official account, mini program)' },
  h5: { zh: '手机浏览器', en: 'Phone browser' },
} as const;
export type PayMethod = keyof typeof payMethods;

const refundReason = text(
  { zh: '原因', en: 'Reason' },
  { required: true, min: 4, max: 200, suggestions: refundReasons },
);
const refundAmount = money({ zh: '退款金额', en: 'Refund amount' }, { required: true, min: 1 });
const evidencePicture = { zh: '凭证图片', en: 'Evidence image' } as const;
const paying = ['paid', 'fulfilled', 'fulfilFailed', 'partiallyRefunded'] as const;

/** How a refund handles spent benefits, and money that is returned manually. */
export const refundTerms = {
  shortfall: choice(
    { zh: '收回不足时', en: 'With a shortfall' },
    {
      reject: { zh: '不退', en: 'Refuse' },
      prorate: { zh: '按比例少退', en: 'Reduce the refund pro rata' },
      negative: { zh: '全额退，差额记为欠额', en: 'Refund in full and record the shortfall as debt' },
    },
    {
      default: 'reject',
      help: {
        zh: '用掉的会员额度与天数按其所占价格计入差额，但不记欠额',
        en: 'Used quota and days of a membership count by their share of the price. They are never owed.',
      },
    },
  ),
  externalNo: text(
    { zh: '外部单号', en: 'External number' },
    {
      max: 64,
      help: { zh: '人工渠道必填：已退款项的单号', en: 'Required for the manual channel: number of the transfer.' },
    },
  ),
} as const;

export const order = defineResource({
  name: 'order',
  path: '/orders/order-table',
  title: 'no',
  label: { zh: '订单', en: 'Order' },
  help: { zh: '从下单、支付、发货到退款的全过程', en: 'Orders with payments, deliveries, and refunds' },
  fields: {
    no: text({ zh: '订单号', en: 'Order number' }, { write: 'never', unique: true, search: true, mono: true, max: 32 }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never', required: true }),
    productType: choice({ zh: '商品类型', en: 'Product type' }, productTypes, { write: 'never', required: true }),
    productId: identifier({ zh: '商品编号', en: 'Product ID' }, { write: 'never' }),
    productName: text({ zh: '商品', en: 'Product' }, { write: 'never', max: 64 }),
    productSnapshot: json(
      { zh: '下单时的商品', en: 'Product as sold' },
      { write: 'never', read: 'detail', parts: productParts },
    ),
    quantity: integer({ zh: '数量', en: 'Quantity' }, { write: 'never', default: 1 }),
    amount: money({ zh: '总价', en: 'Amount' }, { write: 'never', read: 'detail' }),
    discount: money({ zh: '优惠', en: 'Discount' }, { write: 'never', default: 0, read: 'detail' }),
    payable: money({ zh: '应付', en: 'Payable' }, { write: 'never', required: true }),
    paid: money({ zh: '实付', en: 'Paid' }, { write: 'never', default: 0, required: true }),
    refunded: money({ zh: '已退', en: 'Refunded' }, { write: 'never', default: 0, required: true }),
    net: money(
      { zh: '净收', en: 'Net' },
      {
        write: 'never',
        default: 0,
        required: true,
        read: 'detail',
        help: { zh: '实付减已退', en: 'Paid less refunded' },
      },
    ),
    currency: text({ zh: '币种', en: 'Currency' }, { write: 'never', max: 3, read: 'detail' }),
    payChannel: choice({ zh: '支付渠道', en: 'Channel' }, payChannels, { write: 'never', required: true }),
    payMethod: choice({ zh: '支付方式', en: 'Payment method' }, payMethods, {
      write: 'never',
      read: 'detail',
      help: { zh: '仅微信支付区分', en: 'Only WeChat Pay distinguishes this.' },
    }),
    testMoney: boolean(
      { zh: '测试款', en: 'Test payment' },
      {
        write: 'never',
        help: {
          zh: '由沙箱渠道支付，没有真实收款；不计入收入统计与用户累计付款，不产生佣金与邀请奖励',
          en: 'Paid by the sandbox gateway. No money was received. Revenue and the totals of users exclude it, and it earns no commission or invite reward.',
        },
      },
    ),
    tradeNo: text({ zh: '交易号', en: 'Transaction ID' }, { write: 'never', search: true, mono: true, max: 64 }),
    fulfilStatus: choice(
      { zh: '发货', en: 'Delivery' },
      {
        none: { zh: '未发', en: 'None', tone: 'neutral' },
        done: { zh: '已发', en: 'Sent', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
        reversed: { zh: '已收回', en: 'Reclaimed', tone: 'warn' },
      },
      { write: 'never', default: 'none', required: true },
    ),
    fulfilError: text({ zh: '发货错误', en: 'Delivery error' }, { write: 'never', read: 'detail' }),
    fulfilTries: integer({ zh: '发货次数', en: 'Delivery attempts' }, { write: 'never', default: 0, read: 'detail' }),
    latePaid: boolean({ zh: '关闭后支付', en: 'Paid after close' }, { write: 'never' }),
    clientRef: text(
      { zh: '客户端单号', en: 'Client reference' },
      { write: 'never', max: 96, mono: true, read: 'detail' },
    ),
    client: choice({ zh: '客户端', en: 'Client' }, platforms, {
      write: 'never',
      read: 'detail',
      help: { zh: '用户在哪里下的单', en: 'Where the user placed the order.' },
    }),
    ip: text(
      { zh: '下单 IP', en: 'IP address' },
      { write: 'never', personal: true, max: 64, mono: true, read: 'detail' },
    ),
    distributorId: reference({ zh: '分销员', en: 'Distributor' }, 'distributor', {
      write: 'never',
      read: 'detail',
      help: { zh: '付款时邀请该用户的分销员', en: 'Distributor who had invited the user at the time of payment.' },
    }),
    regionCode: text(
      { zh: '地区', en: 'Region' },
      {
        write: 'never',
        max: 6,
        mono: true,
        hierarchy: 'region',
        read: 'detail',
        help: {
          zh: '付款时用户的区划代码；按省市筛选时包括下级',
          en: 'Region code of the user at the time of payment. As a filter, a province or city includes the regions below it.',
        },
      },
    ),
    evidenceFile: image(evidencePicture, { write: 'never', read: 'detail' }),
    remark: text({ zh: '备注', en: 'Remark' }, { read: 'detail' }),
    expiresAt: time({ zh: '支付截止', en: 'Pay before' }, { write: 'never', read: 'detail' }),
    paidAt: time({ zh: '支付时间', en: 'Paid at' }, { write: 'never' }),
    fulfilledAt: time({ zh: '发货时间', en: 'Delivered at' }, { write: 'never', read: 'detail' }),
    closedAt: time({ zh: '关闭时间', en: 'Closed at' }, { write: 'never', read: 'detail' }),
    closedReason: text({ zh: '关闭原因', en: 'Closing reason' }, { write: 'never', read: 'detail' }),
    status: state({ zh: '状态', en: 'Status' }, orderStates),
  },
  list: {
    columns: ['no', 'status', 'userId', 'productName', 'paid', 'testMoney', 'createdAt'],
    filters: [
      'no',
      'tradeNo',
      'userId',
      'productType',
      'productId',
      'status',
      'payChannel',
      'payMethod',
      'testMoney',
      'fulfilStatus',
      'latePaid',
      'payable',
      'paidAt',
      'client',
      'distributorId',
      'regionCode',
      'ip',
    ],
    quick: {
      undelivered: { label: { zh: '发货失败', en: 'Delivery failed' }, where: { status: ['fulfilFailed'] } },
      undeliveredPaid: {
        label: { zh: '已付未发货', en: 'Paid, not delivered' },
        where: { status: ['paid', 'fulfilFailed'] },
      },
      paidLate: { label: { zh: '关闭后支付', en: 'Paid after close' }, where: { latePaid: [true] } },
      paidToday: { label: { zh: '今日支付', en: 'Paid today' }, where: { paidAt: { days: { from: 0 } } } },
      unpaidToday: {
        label: { zh: '今日待支付', en: 'Unpaid today' },
        where: { status: ['pending'], createdAt: { days: { from: 0 } } },
      },
      refunding: { label: { zh: '退款中', en: 'Refunding' }, where: { status: ['refunding'] } },
    },
    totals: ['payable', 'paid', 'refunded', 'net'],
    sort: '-id',
  },
  unique: [
    ['payChannel', 'tradeNo'],
    ['userId', 'clientRef'],
  ],
  form: [['remark']],
  sections: orderSections,
  highlights: ['paid', 'userId', 'productName', 'payChannel'],
  access: { list: everyone, get: everyone, update: admins, batch: admins, export: admins },
  actions: {
    timeline: {
      on: 'record',
      label: { zh: '时间线', en: 'Timeline' },
      help: { zh: '这个订单经过了什么', en: 'History of this order' },
      roles: everyone,
      reads: true,
      output: timelineOutput,
    },
    queryUpstream: {
      on: 'record',
      next: ['pending'],
      label: { zh: '查询渠道', en: 'Check payment status' },
      help: { zh: '向支付渠道核对，已付则入账', en: 'Queries the gateway and books the payment if it was made.' },
      roles: admins,
      output: queryOutput,
      from: ['pending', 'closed'],
      when: [
        {
          field: 'payChannel',
          holds: { in: Object.keys(payChannels).filter((channel) => channel !== 'manual') },
          why: { zh: '此渠道不支持查询', en: 'This payment channel cannot be queried.' },
        },
      ],
    },
    markPaid: {
      on: 'record',
      group: 'money',
      label: { zh: '人工确认支付', en: 'Mark as paid' },
      help: {
        zh: '款项已到账但未收到通知时使用；凭证与外部单号保留在订单上',
        en: 'Use this when the money arrived but the notification did not. The evidence and the external number are stored with the order.',
      },
      roles: admins,
      from: ['pending', 'closed'],
      danger: true,
      stepUp: true,
      input: {
        paid: money({ zh: '实付', en: 'Paid' }, { required: true, min: 1 }),
        externalNo: text({ zh: '外部单号', en: 'External number' }, { required: true, min: 2, max: 64 }),
        evidence: text({ zh: '凭证说明', en: 'Evidence' }, { required: true, min: 4, max: 200 }),
        evidenceFile: image(evidencePicture),
      },
    },
    retryFulfillment: {
      on: 'record',
      next: ['paid', 'fulfilFailed'],
      label: { zh: '重试发货', en: 'Retry delivery' },
      roles: admins,
      from: ['paid', 'fulfilFailed'],
    },
    close: {
      on: 'record',
      label: { zh: '关闭', en: 'Close' },
      roles: admins,
      from: ['pending'],
      danger: true,
      input: { closedReason: text({ zh: '原因', en: 'Reason' }, { required: true, min: 2, max: 200 }) },
    },
    previewRefund: {
      on: 'record',
      label: { zh: '退款试算', en: 'Preview a refund' },
      help: {
        zh: '预览可收回的权益与差额，不改变任何数据',
        en: 'Calculates what can be reclaimed and the shortfall. Changes nothing.',
      },
      roles: admins,
      reads: true,
      from: paying,
      input: { amount: refundAmount },
      output: refundPreviewOutput,
    },
    refund: {
      on: 'record',
      group: 'money',
      label: { zh: '退款', en: 'Refund' },
      help: {
        zh: '先收回本订单发放的权益，再退款',
        en: 'Reclaims what this order granted, then refunds the money.',
      },
      roles: admins,
      from: paying,
      danger: true,
      stepUp: true,
      input: {
        amount: refundAmount,
        reason: refundReason,
        ...refundTerms,
      },
    },
    sandboxPay: {
      on: 'record',
      label: { zh: '在沙箱付款', en: 'Pay in the sandbox' },
      help: {
        zh: '在沙箱渠道付清而不发通知，用来演练查询',
        en: 'Pays at the sandbox gateway without sending a notification, to try out the query.',
      },
      roles: admins,
      stepUp: true,
      output: sandboxPayOutput,
      from: ['pending', 'closed'],
      when: [
        {
          field: 'payChannel',
          holds: { in: ['sandbox'] },
          why: { zh: '仅限沙箱渠道的订单', en: 'Only orders of the sandbox channel can be paid here.' },
        },
      ],
    },
    arrive: { on: 'system', label: { zh: '支付', en: 'Pay' }, roles: admins, from: ['pending', 'closed'], to: 'paid' },
    fulfil: {
      on: 'system',
      label: { zh: '发货', en: 'Deliver' },
      roles: admins,
      from: ['paid', 'fulfilFailed'],
      to: 'fulfilled',
    },
    failFulfil: {
      on: 'system',
      label: { zh: '发货失败', en: 'Delivery failed' },
      roles: admins,
      from: ['paid'],
      to: 'fulfilFailed',
    },
    expire: {
      on: 'system',
      label: { zh: '超时关闭', en: 'Close in time' },
      roles: admins,
      from: ['pending'],
      to: 'closed',
    },
    startRefund: {
      on: 'system',
      label: { zh: '开始退款', en: 'Start a refund' },
      roles: admins,
      from: paying,
      to: 'refunding',
    },
    refundPart: {
      on: 'system',
      label: { zh: '部分退款', en: 'Refund a part' },
      roles: admins,
      from: ['refunding'],
      to: 'partiallyRefunded',
    },
    refundAll: {
      on: 'system',
      label: { zh: '退清', en: 'Refund all' },
      roles: admins,
      from: ['refunding'],
      to: 'refunded',
    },
  },
});
export type Order = RecordOf<typeof order>;
