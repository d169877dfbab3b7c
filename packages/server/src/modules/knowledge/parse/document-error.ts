// Types alone: this is read in workers too, which need none of the catalogue.
import type { documentFailures } from '@gantry/core';

export type DocumentErrorCode = keyof typeof documentFailures;

/** Whether another try may help, by why the work on a document ended. */
const again: Readonly<Record<DocumentErrorCode, boolean>> = {
  encrypted: false,
  damaged: false,
  tooManyPages: false,
  tooLarge: false,
  noText: false,
  unreadableText: false,
  encoding: false,
  openQuote: false,
  format: false,
  tooManyChunks: false,
  timeout: false,
  memory: false,
  fileGone: false,
  unreachable: true,
  rejected: false,
  status: true,
  embedding: false,
  embeddingBusy: true,
  ocrOff: false,
  ocrTooManyPages: false,
  ocrRejected: false,
  ocrBusy: true,
  ocrAnswer: false,
  holdGone: false,
  unpaid: false,
  ownerBlocked: false,
  lost: false,
  unexpected: true,
};

export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;
  /** Where in the document the reason is; null when that says nothing. */
  readonly detail: string | null;

  constructor(code: DocumentErrorCode, detail: string | null = null) {
    super(code);
    this.code = code;
    this.detail = detail;
  }

  get again(): boolean {
    return again[this.code];
  }
}

export function isDocumentErrorCode(code: string): code is DocumentErrorCode {
  return Object.hasOwn(again, code);
}
