import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { knowSettings, pdfSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const keysOf = (group: { readonly fields: object }, file: string) =>
  Object.fromEntries(Object.keys(group.fields).map((name) => [name, file]));

/** The file whose code reads each key; a key that nothing reads has no place on its page. */
const readers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  know: {
    bases: keysOf(knowSettings.groups.bases, 'service/calls/knowledge.ts'),
    limits: {
      basesPerUser: 'service/calls/knowledge.ts',
      docsPerBase: 'service/calls/knowledge.ts',
      fileMegabytes: 'operations/know/add-documents.ts',
      archiveMegabytes: 'documents/store/document-routes.ts',
      maxPages: 'operations/know/preview.ts',
      maxChunks: 'documents/work/know-stages.ts',
    },
    pipeline: keysOf(knowSettings.groups.pipeline, 'documents/work/know-worker.ts'),
    price: keysOf(knowSettings.groups.price, 'service/calls/knowledge.ts'),
  },
  pdf: {
    limits: {
      enabled: 'documents/pdf/submit-pdf.ts',
      fileMegabytes: 'documents/pdf/submit-pdf.ts',
      maxPages: 'documents/pdf/submit-pdf.ts',
      storeDays: 'documents/pdf/pdf-stages.ts',
    },
    price: {
      asset: 'documents/pdf/pdf-money.ts',
      pricePage: 'documents/pdf/pdf-money.ts',
      priceOcrPage: 'documents/pdf/pdf-money.ts',
      priceQuestion: 'service/calls/pdf.ts',
      freePagesPerDay: 'documents/pdf/pdf-money.ts',
    },
    search: keysOf(pdfSettings.groups.search, 'service/calls/pdf.ts'),
    ocr: {
      ...keysOf(pdfSettings.groups.ocr, 'connectors/ask-ocr.ts'),
      enabled: 'documents/pdf/pdf-plan.ts',
      fallback: 'documents/pdf/pdf-plan.ts',
      maxPages: 'documents/pdf/pdf-plan.ts',
      engine: 'documents/pdf/pdf-ocr.ts',
      pagesAtOnce: 'documents/pdf/pdf-ocr.ts',
    },
    chunks: keysOf(pdfSettings.groups.chunks, 'documents/pdf/pdf-stages.ts'),
    pipeline: {
      workers: 'documents/work/document-worker.ts',
      stageMinutes: 'documents/pdf/pdf-stages.ts',
      maxAttempts: 'documents/work/document-worker.ts',
    },
  },
};

const keys = [knowSettings, pdfSettings].flatMap(({ name: page, groups }) =>
  Object.entries(groups).flatMap(([group, { fields }]) =>
    Object.keys(fields).map((name) => [page, group, name] as const),
  ),
);

describe('every key of the knowledge and PDF settings', () => {
  it('has a reader on the list, and the list names no other', () => {
    const listed = Object.entries(readers).flatMap(([page, groups]) =>
      Object.entries(groups).flatMap(([group, names]) => Object.keys(names).map((name) => `${page}.${group}.${name}`)),
    );
    expect(listed.sort()).toEqual(keys.map((key) => key.join('.')).sort());
  });

  it.each(keys)('%s.%s.%s is read by the code that the list names', (page, group, name) => {
    const text = readFileSync(path.join(source, readers[page]?.[group]?.[name] ?? ''), 'utf8');
    expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
