import type { AnyResource } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { fillDocumentDownload } from './document-download.ts';
import { fillDocumentUpload } from './document-upload.ts';

/** Files of knowledge bases: they are sent in, several at once, and saved again. */
export function fillKnowDocCommands(command: Command, resource: AnyResource, context: Context): void {
  const target = {
    words: 'cli.knowUpload',
    example: 'handbook.pdf faq.md --knowledge-id 3',
    owner: { flag: '--knowledge-id', field: 'knowledgeId', words: 'cli.knowBase' },
    option: { field: 'questions', words: 'cli.knowQuestions' },
  } as const;
  fillDocumentUpload(command, resource, target, context);
  fillDocumentDownload(command, resource, context);
}

/** PDFs of users, likewise. */
export function fillPdfDocCommands(command: Command, resource: AnyResource, context: Context): void {
  const target = {
    words: 'cli.pdfUpload',
    example: 'contract.pdf --user-id 3',
    owner: { flag: '--user-id', field: 'userId', words: 'cli.pdfUser' },
    option: { field: 'charge', words: 'cli.pdfCharge' },
  } as const;
  fillDocumentUpload(command, resource, target, context);
  fillDocumentDownload(command, resource, context);
}
