/**
 * What a package may import. A part is a folder or file of packages/<package>/src; the longest matching name applies, and a part
 * may always import itself. A file without a part is a finding, so that this table stays complete.
 * @typedef {object} PackageRules
 * @property {string[]} entryPoints imports of other workspace packages: the exact name, or a prefix that ends in "/"
 * @property {string[] | 'listed'} dependencies other imports; 'listed' allows those of its package.json
 * @property {Record<string, string[] | 'all'>} parts the parts that each part may import
 */

/** Modules have the same name in every package. In the core, `system` contains settings and resources of the server itself. */
const modules = [
  ...['agents', 'auth', 'backup', 'billing', 'catalog', 'chats', 'clients', 'content', 'creations', 'distribution'],
  ...['keys', 'knowledge', 'ledger', 'memberships', 'models', 'moderation', 'orders', 'payments', 'redeem', 'rewards'],
  ...['risk', 'sample-data', 'system', 'usage', 'users', 'workplace'],
];
const moduleParts = ['modules', ...modules.map((name) => `modules/${name}`)];

const coreEntryPoints = ['@gantry/core', '@gantry/core/words/'];

/**
 * Layers, lowest first: a part may import every part of a lower layer. Parts of one layer may not import each other, except
 * modules.
 * @param {string[][]} layers
 * @returns {Record<string, string[]>}
 */
function layersOf(layers) {
  return Object.fromEntries(
    layers.flatMap((parts, level) => {
      const below = layers.slice(0, level).flat();
      return parts.map((part) => [part, moduleParts.includes(part) ? [...below, ...moduleParts] : below]);
    }),
  );
}

const platform = (/** @type {string[]} */ ...names) => names.map((name) => `platform/${name}`);

const serverLayers = [
  ['command-line.ts', 'version.ts', 'web-root.ts', ...platform('store')],
  ['config.ts', ...platform('http', 'secrets')],
  platform('audit'),
  platform('context'),
  platform('observability', 'settings'),
  platform('outbound'),
  platform('notifications', 'service-api', 'storage'),
  platform('jobs'),
  platform('engine'),
  platform('module'),
  moduleParts,
  ['app.ts', 'bootstrap.ts'],
  ['lifecycle.ts'],
  ['create-server.ts'],
  ['commands'],
];

const contextOfCli = (/** @type {string[]} */ ...names) => names.map((name) => `context/${name}.ts`);

const cliLayers = [
  ['catalog', 'http', ...contextOfCli('parse-argv', 'cli-key', 'deletion-outcome', 'exit', 'shown-once')],
  contextOfCli('connection-errors', 'file-problems'),
  ['output', 'profile'],
  contextOfCli('context'),
  [
    'prompts',
    'tui/driver',
    'tui/keys/tui-key.ts',
    'tui/keys/write-keys.ts',
    ...contextOfCli('input-file', 'numbers', 'output-failed'),
  ],
  ['context/stream.ts', 'tui/keys/keymap.ts'],
  ['tui/parts'],
  ['tui/fields'],
  ['tui/resource'],
  ['bulk'],
  ['content'],
  ['commands/api.ts', 'commands/sent-files.ts'],
  ['commands/options'],
  ['commands/resource'],
  ['commands/system.ts'],
  moduleParts,
  ['tui/screens'],
  ['tui/app'],
  ['commands'],
  ['parser-errors.ts', 'program.ts'],
  ['run.ts'],
];

const webLayers = [
  ['app/base-path.ts', 'app/load-files.ts'],
  ['app/api', 'app/catalog', 'app/i18n', 'ui'],
  ['app/messages', 'app/session', 'ui/parts'],
  ['app/router', 'fields', 'ui/appearance'],
  ['app/runtime.ts', 'resource', 'ui/charts'],
  ['app/make-runtime.ts', ...moduleParts],
  ['app/screens', 'layout'],
  ['app/routes.tsx'],
  ['app/desk.tsx'],
  ['app/app.tsx'],
  ['app/start.tsx'],
];

/** @type {Record<string, PackageRules>} */
export const packageRules = {
  core: {
    entryPoints: [],
    dependencies: ['zod', 'i18next', 'saxes', 'yaml'],
    parts: {
      ...layersOf([
        ['appearance', 'definition', 'errors', 'i18n'],
        ['areas', 'client', 'fields'],
        ['access', 'calls', 'list', 'spreadsheet'],
        moduleParts,
        ['catalog'],
        ['record-actions'],
      ]),
      'index.ts': 'all',
    },
  },
  server: {
    entryPoints: coreEntryPoints,
    dependencies: 'listed',
    parts: { ...layersOf(serverLayers), 'main.ts': 'all', 'parse-worker.ts': 'all' },
  },
  cli: {
    entryPoints: coreEntryPoints,
    dependencies: 'listed',
    parts: { ...layersOf(cliLayers), 'main.ts': 'all' },
  },
  web: {
    entryPoints: coreEntryPoints,
    dependencies: 'listed',
    parts: { ...layersOf(webLayers), 'main.tsx': 'all' },
  },
  client: { entryPoints: [], dependencies: 'listed', parts: {} },
  demo: { entryPoints: coreEntryPoints, dependencies: 'listed', parts: {} },
  bench: { entryPoints: coreEntryPoints, dependencies: 'listed', parts: {} },
};
