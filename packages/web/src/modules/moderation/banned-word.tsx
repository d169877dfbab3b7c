import type { Slots } from '../../resource/slots.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TestBox } from './word-test/test-box.tsx';

/** The test box stands beside the list, so its action needs no button; words that were imported are looked back at. */
export const slots: Slots = {
  aside: TestBox,
  placed: ['test'],
  imported: {
    choice: {
      zh: '导入后回看：这些词在最近一天会命中什么',
      en: 'Then look back: what the words would have hit in a day',
    },
    body: lazyPart(async () => ({ default: (await import('./look-back/look-back-new.tsx')).LookBackNew })),
  },
  result: {
    lookBack: lazyPart(async () => ({ default: (await import('./look-back/look-back-result.tsx')).LookBackResult })),
  },
};
