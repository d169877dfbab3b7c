import type { Operation } from '../../platform/engine/operation.ts';
import { changeLocked } from '../redeem/batch-actions.ts';

/** How many of a product can be sold from now on; orders that took theirs already keep it. */
export const setStock: Operation = {
  run: (call) => changeLocked(call, { stock: typeof call.input.stock === 'number' ? call.input.stock : null }),
};
