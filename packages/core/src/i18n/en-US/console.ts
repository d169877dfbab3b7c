import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/console.ts';

export const words: WordsLike<typeof zh> = {
  console: {
    skip: 'Skip to the main content',
    expand: 'Expand',
    collapse: 'Collapse',
    open: 'Open',
    more: 'More',
    loadingPage: 'Loading the page',
    failedPage: 'The page could not be opened',
    asOf: 'As of {{time}}',
    required: 'Required',
    requestId: 'Request {{id}}',
    offline: 'You are offline; this refreshes by itself once you are back',
    stepUp: {
      title: 'Confirm that it is you',
      why: 'This needs your password once more; you are not asked again for five minutes.',
    },
  },
};
