/**
 * Who may import whom, downward only. A room is a folder or a file of packages/<package>/src, the longest name that fits;
 * a room may always import itself. A room without a line here is a finding, so the table stays whole.
 * @typedef {object} House
 * @property {string[]} doors what it may import of ours: the exact name, or a prefix that ends in "/"
 * @property {string[] | 'listed'} packages what else it may import; 'listed' leaves that to its package.json
 * @property {Record<string, string[] | 'all'>} rooms
 */

const doorsOfCore = ['@gantry/core', '@gantry/core/words/'];

/**
 * Floors, lowest first: a room may import every room below its floor. Rooms of one floor do not see each other.
 * @param {string[][]} floors
 * @returns {Record<string, string[]>}
 */
function floorsOf(floors) {
  return Object.fromEntries(
    floors.flatMap((rooms, level) => rooms.map((room) => [room, floors.slice(0, level).flat()])),
  );
}

const serverFloors = [
  ['caller.ts', 'store', 'moderation', 'zip', 'command-line.ts', 'version.ts'],
  ['http', 'secrets', 'system', 'config.ts'],
  ['audit'],
  ['context.ts'],
  ['chats', 'files', 'health', 'jobs', 'maintenance', 'notifications', 'resources', 'settings'],
  ['rounds'],
  ['money', 'outbound', 'session'],
  ['connectors', 'membership', 'payments'],
  ['data', 'distribution', 'keys', 'market', 'pricing', 'redeem', 'rewards'],
  ['codes', 'identities', 'orders', 'recall', 'risk'],
  ['approvals', 'documents'],
  ['operations'],
  ['published'],
  ['sample-data', 'screens', 'service', 'jobs/background.ts'],
  ['foundation.ts', 'app.ts'],
  ['lifecycle.ts', 'settings-rules.ts'],
  ['compose.ts'],
  ['commands'],
  ['demo'],
];

const cliFloors = [
  ['asked.ts', 'catalogue', 'cli-key.ts', 'deletion-fate.ts', 'exit.ts', 'http', 'shown-once.ts'],
  ['reach-words.ts', 'system-words.ts'],
  ['output', 'profile', 'transport.ts'],
  ['context.ts'],
  ['input-file.ts', 'output-failed.ts', 'prompts', 'tui/tui-key.ts', 'tui/write-keys.ts', 'tui/terminal'],
  ['stream.ts'],
  ['tui/keymap.ts'],
  ['tui/parts'],
  ['tui/fields'],
  ['tui/resource'],
  ['tui/screens'],
  ['tui'],
  ['bulk'],
  ['content'],
  ['commands'],
  ['parser-words.ts', 'program.ts'],
  ['run.ts'],
];

const webFloors = [
  ['api', 'catalogue', 'i18n', 'ui'],
  ['messages', 'parts', 'session'],
  ['appearance', 'fields', 'router'],
  ['charts', 'resource', 'runtime.ts'],
  ['overrides', 'make-runtime.ts'],
  ['layout', 'screens'],
  ['routes.tsx'],
  ['desk.tsx'],
  ['app.tsx'],
  ['start.tsx'],
];

/** @type {Record<string, House>} */
export const houses = {
  core: {
    doors: [],
    packages: ['zod', 'i18next', 'saxes'],
    rooms: {
      definition: [],
      areas: ['definition'],
      errors: [],
      i18n: [],
      sheet: ['definition', 'zip'],
      zip: [],
      appearance: [],
      fields: ['definition', 'i18n'],
      access: ['definition', 'errors', 'areas', 'fields'],
      api: ['definition', 'errors'],
      list: ['definition', 'errors', 'api'],
      session: ['api'],
      resources: ['fields', 'definition', 'areas'],
      settings: ['fields', 'definition'],
      screens: ['fields', 'definition', 'areas'],
      calls: ['fields', 'definition', 'errors', 'resources'],
      catalogue: ['fields', 'definition', 'errors', 'resources', 'settings', 'screens', 'calls'],
      deeds: ['fields', 'definition', 'access', 'api', 'calls', 'catalogue'],
      'index.ts': 'all',
    },
  },
  server: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: {
      ...floorsOf(serverFloors),
      'main.ts': 'all',
      'demo.ts': 'all',
      'bench.ts': 'all',
      'parse-worker.ts': 'all',
    },
  },
  cli: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: { ...floorsOf(cliFloors), 'main.ts': 'all' },
  },
  web: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: { ...floorsOf(webFloors), 'main.tsx': 'all' },
  },
};
