import type { Slots } from '../../resource/slots.ts';
import { DocumentMenu } from '../../resource/transfer/document-menu.tsx';
import { TaskPreview } from './task-preview.tsx';

/** What was made is looked at first: images, video, sound, slides or text. */
export const slots: Slots = { detail: { title: { zh: '作品', en: 'Work' }, body: TaskPreview }, foot: DocumentMenu };
