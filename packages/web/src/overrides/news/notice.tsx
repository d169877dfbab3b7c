import type { Slots } from '../../resource/slots.ts';
import { BothLanguages } from './both-languages.tsx';

/** An announcement is shown as it reads, and scheduled for the time that was written into it. */
export const slots: Slots = {
  reads: ['startAt'],
  starts: { schedule: (record) => ({ startAt: record?.startAt ?? null }) },
  detail: { title: { zh: '阅读效果', en: 'As it reads' }, body: BothLanguages },
};
