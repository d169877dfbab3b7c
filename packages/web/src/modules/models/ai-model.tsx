import type { Slots } from '../../resource/slots.ts';
import { KeyGroupInput } from '../keys/key-group-input.tsx';

/** A copy starts with the prices and the level of its model; key groups are selected from the existing ones. */
export const slots: Slots = {
  reads: ['keyGroup', 'requiredVipLevel', 'priceIn', 'priceOut', 'priceUnit'],
  input: { keyGroup: KeyGroupInput },
};
