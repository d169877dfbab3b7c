import { type JobProblem, jobProblems } from '@gantry/core';
import { JobFailed } from './job-runner.ts';

/** What a job says of a model that gave nothing: a reason of our own by its words, and the code of an upstream as it came. */
export function createModelFailure(reason: string): JobFailed {
  const own = reason.replace(/^outbound_/, '');
  return Object.hasOwn(jobProblems, own) ? new JobFailed(own as JobProblem) : new JobFailed('model', reason);
}
