import type { Slots } from '../../resource/slots.ts';

/** A copy starts with the prices and the level of its model. */
export const slots: Slots = { reads: ['keyGroup', 'requiredVipLevel', 'priceIn', 'priceOut', 'priceUnit'] };
