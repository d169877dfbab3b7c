import type { exportProblems } from '@gantry/core';
import { JobFailed } from '../../../platform/jobs/job-runner.ts';

export type ExportProblem = keyof typeof exportProblems;

/** Thrown by an export that comes to nothing; the record keeps the name of the problem, which has its words in each language. */
export class ExportFailed extends JobFailed {
  declare readonly problem: ExportProblem;

  constructor(problem: ExportProblem) {
    super(problem);
  }
}
