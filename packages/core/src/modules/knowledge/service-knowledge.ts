import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';
import type { DocumentWarning } from './document-failures.ts';

/** An uploaded file, complete or in part. */
export interface ServiceFile {
  readonly file: string;
  readonly name: string;
  readonly size: number;
  /** Format as detected from the content; null until the upload is complete. */
  readonly format: string | null;
}

export interface ServicePdf {
  readonly pdfId: number;
  readonly userId: number;
  readonly name: string;
  readonly status: string;
  readonly progress: number;
  readonly pages: number | null;
  /** By the text of the file, by its layout on the pages, or by OCR. */
  readonly parseMode: 'text' | 'layout' | 'ocr';
  /** Number of pages that OCR has read. */
  readonly ocrPages: number;
  readonly chunkCount: number;
  /** Held and paid credits. */
  readonly held: number;
  readonly charged: number;
  /** Error code of a failure. */
  readonly errorCode: string | null;
  /** Codes of what the text lacks or represents differently. */
  readonly warnings: readonly DocumentWarning[];
  readonly summary: string | null;
  readonly expiresAt: number | null;
}

export interface ServicePdfHit {
  readonly chunkId: number;
  readonly content: string;
  readonly pageFrom: number;
  readonly pageTo: number;
  /** From 0 to 1. */
  readonly score: number;
}

/** The results of a question about a PDF, and its price. */
export interface ServicePdfAnswer {
  readonly hits: readonly ServicePdfHit[];
  /** Credits that were paid, now or on the first request. */
  readonly charged: number;
  /** Why the question is free: no chunk was close enough. Null when it costs what the settings say. */
  readonly uncharged: 'noHit' | null;
}

export interface ServiceKnowledge {
  readonly knowledgeId: number;
  readonly name: string;
  readonly description: string | null;
  readonly ownerId: number | null;
  readonly visibility: string;
  readonly docCount: number;
  readonly chunkCount: number;
}

export interface ServiceKnowDoc {
  readonly docId: number;
  readonly knowledgeId: number;
  readonly name: string;
  readonly source: string;
  readonly status: string;
  readonly progress: number;
  readonly chunkCount: number;
  readonly errorCode: string | null;
  /** Codes of what the text lacks or represents differently. */
  readonly warnings: readonly DocumentWarning[];
  /** Credits that the owner paid for the index; 0 until it is built, or when it is free. */
  readonly charged: number;
}

/** 4 MiB in base64, and the envelope. */
const partLimit = 5_700_000;
const file = line(1, 64);
const requestId = line(1, 96);
const upload = z.strictObject(
  {
    name: line(1, 255),
    /** Base64 of at most 4 MiB. */
    content: block(0, 5_600_000),
    /** For a further part: the file of the first response. */
    file: maybe(file),
    part: z.optional(integerBetween(0, 1000)),
    more: z.optional(z.boolean('boolean')),
  },
  'type',
);

export const serviceKnowledgeCalls = {
  pdfUpload: defineServiceCall<ServiceFile>()({
    path: '/pdf/upload',
    writes: true,
    bodyLimit: partLimit,
    input: upload,
  }),
  /**
   * Queues an uploaded PDF of a user: counts its pages and holds their price. Repeating the call returns the same; with other
   * bytes it is rejected.
   */
  pdfSubmit: defineServiceCall<ServicePdf>()({
    path: '/pdf/submit',
    writes: true,
    input: z.strictObject(
      {
        userId: recordId,
        requestId,
        file,
        name: maybe(line(1, 255)),
        /** `layout` keeps headings, columns and tables as Markdown; `ocr` is for scans; `text` (default) reads the plain text. */
        parseMode: z.optional(z.enum(['text', 'layout', 'ocr'], 'option')),
      },
      'type',
    ),
  }),
  pdfGet: defineServiceCall<ServicePdf>()({
    path: '/pdf/get',
    writes: false,
    input: z.strictObject({ pdfId: recordId, userId: recordId }, 'type'),
  }),
  /** Returns the chunks of a PDF that are closest to a question, with their pages. */
  pdfSearch: defineServiceCall<{ readonly hits: readonly ServicePdfHit[] }>()({
    path: '/pdf/search',
    writes: false,
    input: z.strictObject(
      { pdfId: recordId, userId: recordId, query: block(1, 1000), topK: z.optional(integerBetween(1, 50)) },
      'type',
    ),
  }),
  /**
   * Answers a question of the user in the same way, at the price in the settings if something is found. Repeating the call with
   * the same request is free. Another question or PDF for the same request is rejected.
   */
  pdfAsk: defineServiceCall<ServicePdfAnswer>()({
    path: '/pdf/ask',
    writes: true,
    input: z.strictObject(
      { pdfId: recordId, userId: recordId, requestId, query: block(1, 1000), topK: z.optional(integerBetween(1, 50)) },
      'type',
    ),
  }),
  knowledgeUpload: defineServiceCall<ServiceFile>()({
    path: '/knowledge/upload',
    writes: true,
    bodyLimit: partLimit,
    input: upload,
  }),
  /** Returns the enabled knowledge bases of a user, or of the platform. */
  knowledgeList: defineServiceCall<{ readonly items: readonly ServiceKnowledge[] }>()({
    path: '/knowledge/list',
    writes: false,
    input: z.strictObject({ userId: maybe(recordId) }, 'type'),
  }),
  /** Creates a knowledge base of a user with the options in the settings. */
  knowledgeCreate: defineServiceCall<ServiceKnowledge>()({
    path: '/knowledge/create',
    writes: true,
    input: z.strictObject({ userId: recordId, name: line(1, 64), description: maybe(block(0, 2000)) }, 'type'),
  }),
  /** Queues an uploaded file or a web page. Indexing for a user's base is held and charged at the price in the settings. */
  knowledgeSubmit: defineServiceCall<ServiceKnowDoc>()({
    path: '/knowledge/submit',
    writes: true,
    input: z.strictObject(
      {
        knowledgeId: recordId,
        /** The owner of the base; a base of the platform when omitted. */
        userId: maybe(recordId),
        file: maybe(file),
        url: maybe(line(1, 2000)),
        name: maybe(line(1, 255)),
        questions: z.optional(z.boolean('boolean')),
      },
      'type',
    ),
  }),
  /** Retries a failed document, for example after its user can pay again. It continues with the failed stage. */
  knowledgeRetry: defineServiceCall<ServiceKnowDoc>()({
    path: '/knowledge/retry',
    writes: true,
    input: z.strictObject({ docId: recordId, userId: maybe(recordId) }, 'type'),
  }),
  knowledgeDocuments: defineServiceCall<{ readonly items: readonly ServiceKnowDoc[]; readonly next: number | null }>()({
    path: '/knowledge/documents',
    writes: false,
    input: z.strictObject(
      { knowledgeId: recordId, after: z.optional(integerBetween(0)), count: z.optional(integerBetween(1, 200)) },
      'type',
    ),
  }),
};
