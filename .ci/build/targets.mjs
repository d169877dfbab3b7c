const splitter = '.ci/build/split-definitions.mjs';
const everyBuild = ['package-lock.json', 'tsconfig.json', 'packages/core/package.json', 'packages/core/src'];

/**
 * The build targets: their sources and the module of this folder that builds them. Each target writes
 * packages/<name>/dist/<output> and related files. Builders are loaded only when needed, because loading Vite takes longer than
 * checking that nothing changed.
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
      ...[...everyBuild, splitter, 'packages/cli/package.json', 'packages/cli/src'],
      ...[
        'cli',
        'cli-catalog',
        'single-start-file',
        'no-ajv',
        'no-semver',
        'no-child-process',
        'no-devtools',
        'common-js',
      ].map((name) => `.ci/build/${name}.mjs`),
    ],
    build: async (/** @type {string} */ root) => (await import('./cli.mjs')).buildCli(root),
  },
  {
    name: 'web',
    output: 'index.html',
    sources: [
      ...[...everyBuild, splitter, '.ci/build/reference.mjs'],
      ...['package.json', 'index.html', 'vite.config.ts', 'build', 'public', 'reference', 'src'].map(
        (name) => `packages/web/${name}`,
      ),
    ],
    build: async (/** @type {string} */ root) => (await import('./web.mjs')).buildWeb(root),
  },
];
