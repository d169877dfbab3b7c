import type { Slots } from '../../resource/slots.ts';
import { DownloadButton } from './documents/download-button.tsx';

/** The file is downloaded from its record. */
export const slots: Slots = { foot: DownloadButton };
