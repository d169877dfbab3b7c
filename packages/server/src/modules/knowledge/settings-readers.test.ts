import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { knowSettings, pdfSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../..', import.meta.url));
const getKeys = (group: { readonly fields: object }, file: string) =>
  Object.fromEntries(Object.keys(group.fields).map((name) => [name, file]));

/** The file that reads each settings key. A key without a reader must not be on its page. */
const readers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  know: {
    bases: getKeys(knowSettings.groups.bases, 'modules/knowledge/service-calls/knowledge.ts'),
    limits: {
      basesPerUser: 'modules/knowledge/service-calls/knowledge.ts',
      docsPerBase: 'modules/knowledge/service-calls/knowledge.ts',
      fileMegabytes: 'modules/knowledge/add-documents.ts',
      archiveMegabytes: 'modules/knowledge/store/document-routes.ts',
      maxPages: 'modules/knowledge/preview.ts',
      maxChunks: 'modules/knowledge/work/know-worker.ts',
    },
    pipeline: getKeys(knowSettings.groups.pipeline, 'modules/knowledge/work/know-worker.ts'),
    price: getKeys(knowSettings.groups.price, 'modules/knowledge/service-calls/knowledge.ts'),
  },
  pdf: {
    limits: {
      enabled: 'modules/knowledge/pdf/submit-pdf.ts',
      fileMegabytes: 'modules/knowledge/pdf/submit-pdf.ts',
      maxPages: 'modules/knowledge/pdf/submit-pdf.ts',
      storeDays: 'modules/knowledge/pdf/pdf-stages.ts',
    },
    price: {
      asset: 'modules/knowledge/pdf/pdf-plan.ts',
      pricePage: 'modules/knowledge/pdf/pdf-plan.ts',
      priceOcrPage: 'modules/knowledge/pdf/pdf-plan.ts',
      priceQuestion: 'modules/knowledge/service-calls/pdf.ts',
      freePagesPerDay: 'modules/knowledge/pdf/pdf-plan.ts',
    },
    search: getKeys(pdfSettings.groups.search, 'modules/knowledge/service-calls/pdf.ts'),
    ocr: {
      ...getKeys(pdfSettings.groups.ocr, 'modules/knowledge/ocr/call-ocr.ts'),
      enabled: 'modules/knowledge/pdf/pdf-plan.ts',
      fallback: 'modules/knowledge/pdf/pdf-plan.ts',
      maxPages: 'modules/knowledge/pdf/pdf-plan.ts',
      engine: 'modules/knowledge/pdf/pdf-ocr.ts',
      pagesAtOnce: 'modules/knowledge/pdf/pdf-ocr.ts',
    },
    chunks: getKeys(pdfSettings.groups.chunks, 'modules/knowledge/pdf/pdf-stages.ts'),
    pipeline: {
      workers: 'modules/knowledge/work/document-worker.ts',
      stageMinutes: 'modules/knowledge/pdf/pdf-stages.ts',
      maxAttempts: 'modules/knowledge/work/document-worker.ts',
    },
  },
};

const keys = [knowSettings, pdfSettings].flatMap(({ name: page, groups }) =>
  Object.entries(groups).flatMap(([group, { fields }]) =>
    Object.keys(fields).map((name) => [page, group, name] as const),
  ),
);

describe('knowledge and PDF settings', () => {
  it('have exactly one listed reader per key', () => {
    const listed = Object.entries(readers).flatMap(([page, groups]) =>
      Object.entries(groups).flatMap(([group, names]) => Object.keys(names).map((name) => `${page}.${group}.${name}`)),
    );
    expect(listed.sort()).toEqual(keys.map((key) => key.join('.')).sort());
  });

  it.each(keys)('read %s.%s.%s in the listed file', (page, group, name) => {
    const text = readFileSync(path.join(source, readers[page]?.[group]?.[name] ?? ''), 'utf8');
    expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
