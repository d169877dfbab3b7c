import type { Slots } from '../../resource/slots.ts';
import { DownloadButton } from './documents/download-button.tsx';

/** The file is saved from where its record is shown. */
export const slots: Slots = { foot: DownloadButton };
