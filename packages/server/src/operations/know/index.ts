import { knowChunk, knowDoc, knowledge, knowledgeExport, pdfChunk, pdfDoc } from '@gantry/core';
import type { Operations } from '../../resources/operation.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { addFile, addText, addUrl, type KnowNeeds } from './add-documents.ts';
import { chunkActions, writingActions } from './chunk-actions.ts';
import { deleteExport, exportZip } from './export-base.ts';
import { checkZip, importZip } from './import-base.ts';
import { improveAnswer } from './improve-answer.ts';
import { pdfActions, pdfChunkActions } from './pdf-actions.ts';
import { pdfText } from './pdf-text.ts';
import { previewDocument, previewText } from './preview.ts';
import { rebuildActions } from './rebuild.ts';
import { transferBase } from './transfer-base.ts';
import { workActions } from './work-actions.ts';

export type { KnowNeeds } from './add-documents.ts';

/** What is done to knowledge bases, their documents and chunks. */
export function knowOperations(needs: KnowNeeds): Operations {
  return {
    ...operationsOf(knowChunk, chunkActions),
    ...operationsOf(pdfDoc, { ...pdfActions(needs), readText: pdfText }),
    ...operationsOf(pdfChunk, pdfChunkActions),
    ...operationsOf(knowledge, {
      ...rebuildActions,
      transfer: transferBase(needs),
      exportZip,
      checkZip: checkZip(needs),
      importZip: importZip(needs),
    }),
    ...operationsOf(knowledgeExport, { delete: deleteExport }),
    ...operationsOf(knowDoc, {
      ...workActions,
      ...writingActions,
      improve: improveAnswer(needs.settings),
      add: addFile(needs),
      addText: addText(needs),
      addUrl: addUrl(needs),
      previewText: previewText(needs),
      preview: previewDocument(needs),
    }),
  };
}
