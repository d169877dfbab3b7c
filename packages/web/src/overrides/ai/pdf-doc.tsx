import type { Slots } from '../../resource/slots.ts';
import { DownloadButton } from './documents/download-button.tsx';

export const slots: Slots = { foot: DownloadButton };
