import type { JobWorks } from '../../jobs/job-runner.ts';
import { knowledgeExportWork } from './export-job.ts';
import { knowledgeImportWork } from './import-job.ts';

/** What makes zips of bases, and bases of zips. */
export function archiveWorks(
  needs: Parameters<typeof knowledgeImportWork>[0],
): Pick<JobWorks, 'knowledgeExport' | 'knowledgeImport'> {
  return { knowledgeExport: knowledgeExportWork(needs), knowledgeImport: knowledgeImportWork(needs) };
}
