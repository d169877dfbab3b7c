import { defineConfig } from 'vitest/config';
import { ProjectByProject } from './.ci/setup/test-order.mjs';

const journeys = 'packages/web/test/**/*.test.{ts,tsx}';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    globalSetup: '.ci/setup/test-folder.mjs',
    sequence: { sequencer: ProjectByProject },
    // The longest that anything takes on a machine that is busy with something else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    // On the gate a race with the machine is run again once; the report names who needed it.
    retry: process.env.CI ? 1 : 0,
    // Modules keep nothing that another file could trip over, so files may share what one of them has loaded.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['packages/*/src/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['packages/{core,client,server,cli,bench}/test/**/*.test.{ts,tsx}', '.ci/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'journeys', include: [journeys] },
      },
    ],
  },
});
