import { PillsInput } from '../../fields/choice/pills-input.tsx';
import type { Slots } from '../../resource/slots.ts';
import { BothLanguages } from './both-languages.tsx';
import { PartedText } from './parted-text.tsx';

/** An announcement is shown as it reads; written in one text, it is seen how that is parted. */
export const slots: Slots = {
  reads: ['startAt'],
  input: { audience: PillsInput },
  request: { compose: PartedText },
  detail: { title: { zh: '阅读效果', en: 'As it reads' }, body: BothLanguages },
};
