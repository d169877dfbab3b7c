import type { Section } from '../../definition/index.ts';

/** Sections of an order. */
export const orderSections: readonly Section[] = [
  {
    label: { zh: '商品', en: 'Product' },
    fields: ['no', 'userId', 'productType', 'productId', 'productName', 'quantity', 'productSnapshot'],
  },
  {
    label: { zh: '金额', en: 'Amounts' },
    fields: ['amount', 'discount', 'payable', 'paid', 'refunded', 'net', 'currency', 'testMoney'],
  },
  {
    label: { zh: '支付', en: 'Payment' },
    fields: ['payChannel', 'payMethod', 'tradeNo', 'paidAt', 'latePaid', 'expiresAt', 'evidenceFile'],
  },
  {
    label: { zh: '发货', en: 'Delivery' },
    fields: ['status', 'fulfilStatus', 'fulfilledAt', 'fulfilTries', 'fulfilError', 'closedAt', 'closedReason'],
  },
  {
    label: { zh: '来源', en: 'Origin' },
    fields: ['client', 'clientRef', 'ip', 'regionCode', 'distributorId', 'remark'],
  },
];
