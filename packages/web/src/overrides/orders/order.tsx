import { say } from '@gantry/core';
import type { Slots } from '../../resource/slots.ts';
import { leftOf, RefundPreview } from './refund-preview.tsx';
import { Timeline } from './timeline.tsx';

/** Whoever refunds at the desk was asked to. */
const asked = { zh: '用户申请退款', en: 'Asked for by the user' };

/** An order is read as what it went through; a refund shows what it would take back before one confirms. */
export const slots: Slots = {
  reads: ['paid', 'refunded', 'userId'],
  detail: { title: { zh: '时间线', en: 'Timeline' }, body: Timeline },
  asking: { refund: RefundPreview },
  starts: {
    // What is spent already is not paid back; what that comes to stands under the input.
    refund: (record, locale) => ({ amount: leftOf(record), shortfall: 'prorate', reason: say(asked, locale) }),
  },
  placed: ['timeline', 'refundPreview'],
};
