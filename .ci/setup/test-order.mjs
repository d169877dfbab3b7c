import { BaseSequencer } from 'vitest/node';

/** Projects that wait most come first and short ones last, so that no worker is idle. */
const order = ['journeys', 'processes', 'tests'];

/** Sorts test files by project: a worker that changes projects restarts and loads every module again. */
export class ProjectByProject extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   * @returns {Promise<import('vitest/node').TestSpecification[]>}
   */
  async sort(files) {
    const sorted = await super.sort(files);
    const place = (/** @type {import('vitest/node').TestSpecification} */ { project }) => order.indexOf(project.name);
    return [...sorted].sort((one, other) => place(one) - place(other));
  }
}
