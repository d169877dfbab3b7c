import type { Slots } from '../../resource/slots.ts';
import { RefundPreview } from './refund-preview.tsx';
import { Timeline } from './timeline.tsx';

/** An order is read as what it went through; a refund shows what it would take back before one confirms. */
export const slots: Slots = {
  reads: ['paid', 'refunded', 'userId', 'currency'],
  detail: { title: { zh: '时间线', en: 'Timeline' }, body: Timeline },
  request: { refund: RefundPreview },
  placed: ['timeline', 'refundPreview'],
};
