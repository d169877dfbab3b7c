import type { Slots } from '../../resource/slots.ts';
import { DownloadButton } from './documents/download-button.tsx';

/** The file is saved from its row, or from where its record is shown. */
export const slots: Slots = {
  reads: ['file', 'size', 'format'],
  rowExtra: { label: { zh: '下载', en: 'Download' }, body: DownloadButton },
  foot: DownloadButton,
};
