import { knowChunk, knowDoc, knowledge, knowledgeExport, pdfChunk, pdfDoc } from '@gantry/core';
import type { Operations } from '../../platform/engine/operation.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { addFile, addText, addUrl, type KnowDeps } from './add-documents.ts';
import { chunkActions, writingActions } from './chunk-actions.ts';
import { deleteExport, exportZip } from './export-base.ts';
import { checkZip, importZip } from './import-base.ts';
import { improveAnswer } from './improve-answer.ts';
import { createPdfActions, pdfChunkActions } from './pdf-actions.ts';
import { pdfText } from './pdf-text.ts';
import { previewDocument, previewText } from './preview.ts';
import { rebuildActions } from './rebuild.ts';
import { transferBase } from './transfer-base.ts';
import { workActions } from './work-actions.ts';

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
