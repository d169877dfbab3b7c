import type { Slots } from '../../resource/slots.ts';
import { DocumentInput } from './documents/document-input.tsx';
import { DownloadButton } from './documents/download-button.tsx';
import { UploadButton } from './documents/upload-button.tsx';

/** Files are chosen, several at once; their actions ask for a file and not for what it is called. */
export const slots: Slots = {
  toolbar: UploadButton,
  placed: ['add'],
  input: { file: DocumentInput },
  foot: DownloadButton,
};
