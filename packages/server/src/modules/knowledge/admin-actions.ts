import { knowChunk, knowDoc, knowledge, knowledgeExport, pdfChunk, pdfDoc } from '@gantry/core';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { addFile, addText, addUrl, type KnowDeps } from './add-documents.ts';
import { chunkActions, writingActions } from './chunk-actions.ts';
import { deleteExport, exportZip } from './export-base.ts';
import { checkZip, importZip } from './import-base.ts';
import { improveAnswer } from './improve-answer.ts';
import { createPdfActions, pdfChunkActions } from './pdf-actions.ts';
import { previewDocument, previewText } from './preview.ts';
import { rebuildActions } from './rebuild.ts';
import { pageBreak } from './text/clean-text.ts';
import { transferBase } from './transfer-base.ts';
import { readText } from './work/stored-text.ts';
import { pdfWork } from './work/work-kind.ts';
import { workActions } from './work-actions.ts';
import { reject } from './write-row.ts';

const words = {
  unread: { zh: '还没有解析出文字', en: 'No text has been parsed yet.' },
} as const;

/** The text of some pages of a PDF, as it was read. Each look leaves an audit row. */
const pdfText: Operation<'pdf_docs'> = {
  async run(call) {
    const { tx, input, caller, resource, name } = call;
    const id = call.row.id;
    const text = await readText(tx, pdfWork, id);
    if (!text) reject(caller.locale, words.unread, { state: 'unread' });
    const all = text.raw.split(pageBreak);
    const from = Math.min(Number(input.fromPage), all.length);
    const pages = all.slice(from - 1, from - 1 + Number(input.count));
    const toPage = from + pages.length - 1;
    const data = { pages: all.length, fromPage: from, toPage, text: pages.map((page) => page.trim()).join('\n\n') };
    const audit = { resource: resource.name, resourceId: id, action: name, after: { fromPage: from, toPage } };
    return { data, audit };
  },
};

export type { KnowDeps } from './add-documents.ts';

/** What is done to knowledge bases, their documents and chunks. */
export function createKnowledgeOperations(deps: KnowDeps): Operations {
  return {
    ...createOperationsFor(knowChunk, chunkActions),
    ...createOperationsFor(pdfDoc, { ...createPdfActions(deps), readText: pdfText }),
    ...createOperationsFor(pdfChunk, pdfChunkActions),
    ...createOperationsFor(knowledge, {
      ...rebuildActions,
      transfer: transferBase(deps),
      exportZip,
      checkZip: checkZip(deps),
      importZip: importZip(deps),
    }),
    ...createOperationsFor(knowledgeExport, { delete: deleteExport }),
    ...createOperationsFor(knowDoc, {
      ...workActions,
      ...writingActions,
      improve: improveAnswer(deps.settings),
      add: addFile(deps),
      addText: addText(deps),
      addUrl: addUrl(deps),
      previewText: previewText(deps),
      preview: previewDocument(deps),
    }),
  };
}
