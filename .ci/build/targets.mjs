const apart = '.ci/build/definitions-apart.mjs';
const everyBuild = ['package-lock.json', 'tsconfig.json', 'packages/core/package.json', 'packages/core/src'];

/**
 * What is built, from which sources, and by which module of this folder. Each writes packages/<name>/dist/<output> and
 * what belongs to it.
 * A builder is loaded only when it is needed: loading vite takes longer than finding out that nothing changed.
 */
export const targets = [
  {
    name: 'server',
    output: 'main.mjs',
    sources: [
      ...[...everyBuild, 'packages/server/package.json', 'packages/server/src'],
      ...['packages/demo', 'packages/bench', 'packages/cli/src', 'packages/server/test/server-process.ts'],
      ...['.ci/build/server.mjs', '.ci/build/common-js.mjs'],
    ],
    build: async (/** @type {string} */ root) => (await import('./server.mjs')).buildServer(root),
  },
  {
    name: 'cli',
    output: 'gantry.mjs',
    sources: [
      ...[...everyBuild, apart, 'packages/cli/package.json', 'packages/cli/src'],
      ...['cli', 'cli-catalog', 'one-start', 'no-ajv', 'no-semver', 'no-child-process', 'no-devtools', 'common-js'].map(
        (name) => `.ci/build/${name}.mjs`,
      ),
    ],
    build: async (/** @type {string} */ root) => (await import('./cli.mjs')).buildCli(root),
  },
  {
    name: 'web',
    output: 'index.html',
    sources: [
      ...[...everyBuild, apart, '.ci/build/reference.mjs'],
      ...['package.json', 'index.html', 'vite.config.ts', 'build', 'public', 'reference', 'src'].map(
        (name) => `packages/web/${name}`,
      ),
    ],
    build: async (/** @type {string} */ root) => (await import('./web.mjs')).buildWeb(root),
  },
];
