import type { Slots } from '../../resource/slots.ts';
import { BothLanguages } from './both-languages.tsx';

/** An announcement is shown as it reads. */
export const slots: Slots = {
  reads: ['startAt'],
  detail: { title: { zh: '阅读效果', en: 'As it reads' }, body: BothLanguages },
};
