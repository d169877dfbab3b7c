import type { Slots } from '../../resource/slots.ts';
import { DocumentInput } from '../knowledge/documents/document-input.tsx';
import { DownloadButton } from '../knowledge/documents/download-button.tsx';

/** The contract is a file input, and is downloaded under the name of the agent. */
export const slots: Slots = { input: { file: DocumentInput }, foot: DownloadButton };
