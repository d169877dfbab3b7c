import type { Slots } from '../../resource/slots.ts';
import { ExcerptTest } from './word-test/excerpt-test.tsx';

/** A violation tells which rule it was, and lets its phrase through from there. */
export const slots: Slots = { footer: ExcerptTest };
