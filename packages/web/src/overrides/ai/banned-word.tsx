import type { Slots } from '../../resource/slots.ts';
import { LookBackNew } from './look-back/look-back-new.tsx';
import { LookBackResult } from './look-back/look-back-result.tsx';
import { TestBox } from './word-test/test-box.tsx';

/** The test box stands beside the list, so its action needs no button; words that were imported are looked back at. */
export const slots: Slots = {
  aside: TestBox,
  placed: ['test'],
  imported: LookBackNew,
  result: { lookBack: LookBackResult },
};
