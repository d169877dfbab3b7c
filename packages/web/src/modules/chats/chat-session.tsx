import type { Slots } from '../../resource/slots.ts';
import { Thread } from './thread.tsx';

/** A session is read as the conversation that it is. */
export const slots: Slots = {
  detail: { title: { zh: '对话', en: 'Conversation' }, body: Thread },
  placed: ['thread'],
};
