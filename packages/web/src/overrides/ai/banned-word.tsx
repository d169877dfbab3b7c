import type { Slots } from '../../resource/slots.ts';
import { TestBox } from './word-test/test-box.tsx';

/** The test box stands beside the list, so its action needs no button. */
export const slots: Slots = { aside: TestBox, placed: ['test'] };
