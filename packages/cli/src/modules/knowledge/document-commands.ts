import type { AnyResource } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { fillDocumentDownload } from './document-download.ts';
import { fillDocumentUpload, type UploadTarget } from './document-upload.ts';

/** Files that are sent in, several at once, and saved again: of knowledge bases, and PDFs of users. */
const targets = {
  know: {
    words: 'cli.knowUpload',
    example: 'handbook.pdf faq.md --knowledge-id 3',
    owner: { flag: '--knowledge-id', field: 'knowledgeId', words: 'cli.knowBase' },
    option: { field: 'questions', words: 'cli.knowQuestions' },
  },
  pdf: {
    words: 'cli.pdfUpload',
    example: 'contract.pdf --user-id 3 --parse-mode ocr',
    owner: { flag: '--user-id', field: 'userId', words: 'cli.pdfUser' },
    option: { field: 'charge', words: 'cli.pdfCharge' },
    choice: { field: 'parseMode', words: 'cli.pdfParseMode' },
  },
} as const satisfies Readonly<Record<string, UploadTarget>>;

export function fillDocumentCommands(
  command: Command,
  resource: AnyResource,
  kind: keyof typeof targets,
  context: Context,
): void {
  fillDocumentUpload(command, resource, targets[kind], context);
  fillDocumentDownload(command, resource, context);
}
