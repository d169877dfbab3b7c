// Import types only: this file also runs in worker threads, which should not load the catalogue.
import type { documentFailures } from '@gantry/core';

export type DocumentErrorCode = keyof typeof documentFailures;

/** Whether a retry may succeed, by error code. */
const retryable: Readonly<Record<DocumentErrorCode, boolean>> = {
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
  /** Location of the problem in the document; null when it is not useful. */
  readonly detail: string | null;

  constructor(code: DocumentErrorCode, detail: string | null = null) {
    super(code);
    this.code = code;
    this.detail = detail;
  }

  get isRetryable(): boolean {
    return retryable[this.code];
  }
}

export function isDocumentErrorCode(code: string): code is DocumentErrorCode {
  return Object.hasOwn(retryable, code);
}
