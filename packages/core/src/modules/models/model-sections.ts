import type { Section } from '../../definition/index.ts';

/** Sections of a model and of its form. */
export const modelSections: readonly Section[] = [
  {
    label: { zh: '标识', en: 'Identity' },
    fields: ['name', 'code', 'type', 'provider', 'keyGroup', 'iconId', 'tags', 'description'],
  },
  {
    label: { zh: '价格', en: 'Price' },
    fields: [
      'billingMode',
      'asset',
      'priceIn',
      'priceOut',
      'priceUnit',
      'minCharge',
      'thinkBps',
      'upstreamIn',
      'upstreamOut',
    ],
  },
  {
    label: { zh: '限制与能力', en: 'Limits and capabilities' },
    fields: [
      'maxContext',
      'maxOutput',
      'timeoutS',
      'ratePerHour',
      'caps',
      'systemPrompt',
      'fallbackId',
      'secondFallbackId',
    ],
  },
  {
    label: { zh: '展示与权限', en: 'Access and display' },
    fields: ['requiredVipLevel', 'visible', 'sort', 'status'],
  },
];
