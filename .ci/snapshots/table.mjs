/**
 * Derived data that is committed, so that a change of the definitions shows its effects: a file of this folder, and the program
 * that prints it.
 * @typedef {{file: string, command: string[]}} Snapshot
 */

/**
 * A page of the documentation in both languages.
 * @param {string} page
 * @returns {Snapshot[]}
 */
const pageOf = (page) => [
  { file: `../../docs/${page}.md`, command: ['node', '--import', 'tsx', `.ci/snapshots/docs/${page}.ts`, 'en-US'] },
  { file: `../../docs/zh/${page}.md`, command: ['node', '--import', 'tsx', `.ci/snapshots/docs/${page}.ts`, 'zh-CN'] },
];

/** @type {Snapshot[]} */
export const snapshots = [
  { file: 'schema.sql', command: ['node', 'packages/server/dist/main.mjs', 'snapshot', 'schema'] },
  {
    file: '../../packages/server/src/platform/store/tables.ts',
    command: ['node', 'packages/server/dist/main.mjs', 'snapshot', 'tables'],
  },
  { file: 'routes.txt', command: ['node', 'packages/server/dist/main.mjs', 'snapshot', 'routes'] },
  { file: 'commands.txt', command: ['node', 'packages/cli/dist/gantry.mjs', '__snapshot', 'commands'] },
  { file: 'screens.txt', command: ['node', '--import', 'tsx', '.ci/snapshots/screens.ts'] },
  {
    file: '../../packages/server/src/platform/http/openapi/answers.json',
    command: ['node', '.ci/snapshots/answers.mjs'],
  },
  {
    file: '../../packages/client/src/service-types.ts',
    command: ['node', '--import', 'tsx', '.ci/snapshots/client-types.ts'],
  },
  ...pageOf('configuration'),
  ...pageOf('cli-reference'),
  ...pageOf('permissions'),
];
