import type { JobWorks } from '../../../platform/jobs/job-runner.ts';
import { createKnowledgeExportWork } from './export-job.ts';
import { createKnowledgeImportWork } from './import-job.ts';

/** What makes zips of bases, and bases of zips. */
export function archiveWorks(
  deps: Parameters<typeof createKnowledgeImportWork>[0],
): Pick<JobWorks, 'knowledgeExport' | 'knowledgeImport'> {
  return { knowledgeExport: createKnowledgeExportWork(deps), knowledgeImport: createKnowledgeImportWork(deps) };
}
