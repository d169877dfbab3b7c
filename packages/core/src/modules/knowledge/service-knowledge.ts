import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';
import type { DocumentWarning } from './document-failures.ts';

/** A file that was taken in, whole or in part. */
export interface ServiceFile {
  readonly file: string;
  readonly name: string;
  readonly size: number;
  /** What it is by its bytes, once it is whole. */
  readonly format: string | null;
}

export interface ServicePdf {
  readonly pdfId: number;
  readonly userId: number;
  readonly name: string;
  readonly status: string;
  readonly progress: number;
  readonly pages: number | null;
  /** By its own text, by where that stands on the pages, or by OCR. */
  readonly parseMode: 'text' | 'layout' | 'ocr';
  /** Pages that OCR has read. */
  readonly ocrPages: number;
  readonly chunkCount: number;
  /** Credits that are held, and that were paid. */
  readonly held: number;
  readonly charged: number;
  /** Why it failed, as a code. */
  readonly errorCode: string | null;
  /** What the text does not hold of the file, or holds in another form, as codes. */
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

/** What a question about a PDF found, and what it cost. */
export interface ServicePdfAnswer {
  readonly hits: readonly ServicePdfHit[];
  /** Credits that were paid for it, now or when it was first asked. */
  readonly charged: number;
  /** Why it costs nothing, whatever its price: no piece was close enough. Null when it costs what the settings say. */
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
  /** What the text does not hold of the file, or holds in another form, as codes. */
  readonly warnings: readonly DocumentWarning[];
  /** Credits that the owner of the base has paid for its index; 0 until it is made, and where it is free. */
  readonly charged: number;
}

/** 4 MiB in base64, and the envelope around it. */
const partLimit = 5_700_000;
const file = line(1, 64);
const requestId = line(1, 96);
const upload = z.strictObject(
  {
    name: line(1, 255),
    /** Base64 of at most 4 MiB. */
    content: block(0, 5_600_000),
    /** Of a file that goes on: what the first part was answered. */
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
   * Queues an uploaded PDF of a user: counts its pages and holds their price. Repeating the call answers the same; with other bytes it
   * is rejected.
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
        /** With headings, columns and tables as Markdown, by layout; of scans, by OCR; by the text as it follows when left out. */
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
  /** The pieces of a PDF that are closest to a question, with their pages. */
  pdfSearch: defineServiceCall<{ readonly hits: readonly ServicePdfHit[] }>()({
    path: '/pdf/search',
    writes: false,
    input: z.strictObject(
      { pdfId: recordId, userId: recordId, query: block(1, 1000), topK: z.optional(integerBetween(1, 50)) },
      'type',
    ),
  }),
  /**
   * The same for a question of its user, which costs what the settings say once something is found. Asked again with the request,
   * it costs nothing more; another question, or of another PDF, is rejected under the same request.
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
  /** Bases that serve: those of a user, or of the platform. */
  knowledgeList: defineServiceCall<{ readonly items: readonly ServiceKnowledge[] }>()({
    path: '/knowledge/list',
    writes: false,
    input: z.strictObject({ userId: maybe(recordId) }, 'type'),
  }),
  /** A base of a user, with what the settings say of such bases. */
  knowledgeCreate: defineServiceCall<ServiceKnowledge>()({
    path: '/knowledge/create',
    writes: true,
    input: z.strictObject({ userId: recordId, name: line(1, 64), description: maybe(block(0, 2000)) }, 'type'),
  }),
  /** Queues an uploaded file, or a web page, for a base. Indexing one of a user's base costs what the settings say, held and charged then. */
  knowledgeSubmit: defineServiceCall<ServiceKnowDoc>()({
    path: '/knowledge/submit',
    writes: true,
    input: z.strictObject(
      {
        knowledgeId: recordId,
        /** Whose base it must be; a base of the platform when left out. */
        userId: maybe(recordId),
        file: maybe(file),
        url: maybe(line(1, 2000)),
        name: maybe(line(1, 255)),
        questions: z.optional(z.boolean('boolean')),
      },
      'type',
    ),
  }),
  /** Another try for a document of which the work failed, as once its user can pay again: it goes on from the stage that failed. */
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
