import type { FieldRecord } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';

const own = ['keyGroup', 'requiredVipLevel', 'priceIn', 'priceOut', 'priceUnit'] as const;
const ownOf = (record: FieldRecord | null) => Object.fromEntries(own.map((name) => [name, record?.[name] ?? null]));

/** A copy begins with the prices and the level of its model, so that one sees what is changed. */
export const slots: Slots = { reads: own, starts: { clone: ownOf } };
