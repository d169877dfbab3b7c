import type { Slots } from '../../resource/slots.ts';
import { DownloadButton } from './documents/download-button.tsx';
import { UploadButton } from './documents/upload-button.tsx';

/** Files are chosen, several at once; each is handed in for the same user. */
export const slots: Slots = { toolbar: UploadButton, placed: ['add'], foot: DownloadButton };
