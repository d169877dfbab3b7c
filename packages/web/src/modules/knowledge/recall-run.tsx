import type { Slots } from '../../resource/slots.ts';
import { RunItems } from './recall/run-items.tsx';

/** The results of each question are shown below the fields, in place of the raw list. */
export const slots: Slots = {
  footer: RunItems,
  cell: { items: ({ value }) => (Array.isArray(value) ? value.length : null) },
};
