import type { Slots } from '../../resource/slots.ts';
import { BothLanguages } from './both-languages.tsx';

export const slots: Slots = { detail: { title: { zh: '阅读效果', en: 'As it reads' }, body: BothLanguages } };
