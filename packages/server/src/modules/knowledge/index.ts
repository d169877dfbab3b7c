import { defineModule } from '../../platform/module/define-module.ts';
import type { ServiceDeps } from '../../platform/service-api/service-context.ts';
import { createKnowledgeOperations, type KnowDeps } from './admin-actions.ts';
import { archiveWorks } from './archive/archive-works.ts';
import { createRetrievalOperations, recallChecks } from './evaluation/admin-actions.ts';
import { createRetrievalRunsJob, createRetrievalRunWork } from './evaluation/run-work.ts';
import { createOcrTests } from './ocr/call-ocr.ts';
import { createPdfJob, createPdfWorker } from './pdf/pdf-worker.ts';
import { createRetrievalJob, type RecallDeps } from './recall/index.ts';
import { createKnowledgeHandlers } from './service-calls/knowledge.ts';
import { createPdfHandlers } from './service-calls/pdf.ts';
import { createRetrievalHandlers } from './service-calls/recall.ts';
import { addDocumentCalls } from './store/document-routes.ts';
import { createDocumentJobs } from './work/document-maintenance.ts';
import { createKnowWorker } from './work/know-worker.ts';
import type { WorkDeps } from './work/work.ts';

/** Knowledge bases, their documents and retrieval; PDF documents of users. */
export const knowledgeModule = defineModule({
  name: 'knowledge',
  actions: (deps: KnowDeps & RecallDeps) => ({
    ...createKnowledgeOperations(deps),
    ...createRetrievalOperations(deps),
  }),
  checks: recallChecks,
  serviceCalls: (deps: ServiceDeps & WorkDeps & RecallDeps) => ({
    ...createRetrievalHandlers(deps),
    ...createKnowledgeHandlers(deps),
    ...createPdfHandlers(deps),
  }),
  schedule: (deps: WorkDeps) => [
    ...createDocumentJobs(deps),
    createPdfJob(deps),
    createRetrievalJob(deps),
    createRetrievalRunsJob(deps),
  ],
  workers: (deps: WorkDeps) => [createKnowWorker(deps), createPdfWorker(deps)],
  jobs: (deps: RecallDeps & Parameters<typeof archiveWorks>[0]) => ({
    recallRun: createRetrievalRunWork(deps),
    ...archiveWorks(deps),
  }),
  settingsTests: createOcrTests,
  routes: addDocumentCalls,
});

export { cancelRun } from './evaluation/run-work.ts';
export type { DocumentParser } from './parse/parser-threads.ts';
export { createVectorCache } from './recall/index.ts';
export { findUpload, readPart } from './store/document-store.ts';
export { knowWork, listActiveStates, pdfWork } from './work/work.ts';
export { createStamp, reject, requireRow, writeRow } from './write-row.ts';
