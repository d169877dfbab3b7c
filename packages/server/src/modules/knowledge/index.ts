import { defineModule } from '../../platform/module/define-module.ts';
import { archiveWorks } from './archive/archive-works.ts';
import { createRetrievalRunWork } from './evaluation/run-work.ts';
import { createOcrTests } from './ocr/ask-ocr.ts';
import type { RecallDeps } from './recall/index.ts';
import { addDocumentCalls } from './store/document-routes.ts';

/** Knowledge bases, their documents and retrieval; PDF documents of users. */
export const knowledgeModule = defineModule({
  name: 'knowledge',
  settingsTests: createOcrTests,
  jobs: (deps: RecallDeps & Parameters<typeof archiveWorks>[0]) => ({
    recallRun: createRetrievalRunWork(deps),
    ...archiveWorks(deps),
  }),
  routes: addDocumentCalls,
});
