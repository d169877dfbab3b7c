/**
 * Who may import whom, downward only. A room is a folder or a file of packages/<package>/src, the longest name that fits;
 * a room may always import itself. A file in no room of this table is a finding, so the table stays whole.
 * @typedef {object} House
 * @property {string[]} doors what it may import of ours: the exact name, or a prefix that ends in "/"
 * @property {string[] | 'listed'} packages what else it may import; 'listed' leaves that to its package.json
 * @property {Record<string, string[] | 'all'>} rooms
 */

/** A domain has the same name in every package. In the core, `system` holds the settings and resources of the server itself. */
const modules = [
  ...['agents', 'auth', 'backup', 'billing', 'catalog', 'chats', 'clients', 'content', 'creations', 'distribution'],
  ...['keys', 'knowledge', 'ledger', 'memberships', 'models', 'moderation', 'orders', 'payments', 'redeem', 'rewards'],
  ...['risk', 'sample-data', 'system', 'usage', 'users', 'workplace'],
];
const moduleRooms = ['modules', ...modules.map((name) => `modules/${name}`)];

const doorsOfCore = ['@gantry/core', '@gantry/core/words/'];

/**
 * Layers, lowest first: a room may import every room of a lower layer. Rooms of one layer do not see each other, but for modules.
 * @param {string[][]} layers
 * @returns {Record<string, string[]>}
 */
function layersOf(layers) {
  return Object.fromEntries(
    layers.flatMap((rooms, level) => {
      const below = layers.slice(0, level).flat();
      return rooms.map((room) => [room, moduleRooms.includes(room) ? [...below, ...moduleRooms] : below]);
    }),
  );
}

const platform = (/** @type {string[]} */ ...names) => names.map((name) => `platform/${name}`);

const serverLayers = [
  ['command-line.ts', 'version.ts', ...platform('store')],
  ['config.ts', ...platform('http', 'secrets')],
  platform('audit'),
  platform('context'),
  platform('observability', 'settings'),
  platform('outbound'),
  platform('notifications', 'service-api', 'storage'),
  platform('jobs'),
  platform('engine'),
  moduleRooms,
  ['app.ts', 'background.ts', 'bootstrap.ts', 'settings-trials.ts'],
  ['lifecycle.ts', 'settings-rules.ts'],
  ['create-server.ts'],
  ['commands'],
];

const contextOfCli = (/** @type {string[]} */ ...names) => names.map((name) => `context/${name}.ts`);

const cliLayers = [
  ['catalogue', 'http', ...contextOfCli('parse-argv', 'cli-key', 'deletion-outcome', 'exit', 'shown-once')],
  contextOfCli('reach-words', 'system-words'),
  ['output', 'profile'],
  contextOfCli('context'),
  [
    'prompts',
    'tui/driver',
    'tui/keys/tui-key.ts',
    'tui/keys/write-keys.ts',
    ...contextOfCli('input-file', 'output-failed'),
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
  moduleRooms,
  ['tui/screens'],
  ['tui/app'],
  ['commands'],
  ['parser-words.ts', 'program.ts'],
  ['run.ts'],
];

const webLayers = [
  ['app/api', 'app/catalogue', 'app/i18n', 'ui'],
  ['app/messages', 'app/session', 'ui/parts'],
  ['app/router', 'fields', 'ui/appearance'],
  ['app/runtime.ts', 'resource', 'ui/charts'],
  ['app/make-runtime.ts', ...moduleRooms],
  ['app/screens', 'layout'],
  ['app/routes.tsx'],
  ['app/desk.tsx'],
  ['app/app.tsx'],
  ['app/start.tsx'],
];

/** @type {Record<string, House>} */
export const houses = {
  core: {
    doors: [],
    packages: ['zod', 'i18next', 'saxes', 'yaml'],
    rooms: {
      ...layersOf([
        ['appearance', 'definition', 'errors', 'i18n'],
        ['areas', 'client', 'fields'],
        ['access', 'calls', 'list', 'spreadsheet'],
        moduleRooms,
        ['catalogue'],
        ['record-actions'],
      ]),
      'index.ts': 'all',
    },
  },
  server: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: { ...layersOf(serverLayers), 'main.ts': 'all', 'parse-worker.ts': 'all' },
  },
  cli: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: { ...layersOf(cliLayers), 'main.ts': 'all' },
  },
  web: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: { ...layersOf(webLayers), 'main.tsx': 'all' },
  },
  client: { doors: [], packages: 'listed', rooms: {} },
  demo: { doors: doorsOfCore, packages: 'listed', rooms: {} },
  bench: { doors: doorsOfCore, packages: 'listed', rooms: {} },
};
