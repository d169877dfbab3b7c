import { BaseSequencer } from 'vitest/node';

/** Those that wait for much come first, and the short ones last, so that no worker is left with nothing to do. */
const order = ['journeys', 'processes', 'tests'];

/** The files of one project after those of another: a worker that changes between them starts again and loads every module again. */
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
