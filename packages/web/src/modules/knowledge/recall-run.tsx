import type { Slots } from '../../resource/slots.ts';
import { RunItems } from './recall/run-items.tsx';

/** The results of each question stand under the fields, in place of the list that holds them. */
export const slots: Slots = {
  footer: RunItems,
  cell: { items: ({ value }) => (Array.isArray(value) ? value.length : null) },
};
