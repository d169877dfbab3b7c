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

/** @type {Record<string, House>} */
export const houses = {
  core: {
    doors: [],
    packages: ['zod', 'i18next'],
    rooms: {
      definition: [],
      errors: [],
      i18n: [],
      appearance: [],
      fields: ['definition', 'i18n'],
      access: ['definition', 'errors'],
      api: ['definition', 'errors'],
      list: ['definition', 'errors', 'api'],
      session: ['api'],
      resources: ['fields', 'definition'],
      settings: ['fields', 'definition'],
      screens: ['fields', 'definition'],
      calls: ['fields', 'definition'],
      catalogue: ['fields', 'definition', 'resources', 'settings', 'screens', 'calls'],
      'index.ts': 'all',
    },
  },
  server: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: { ...floorsOf([['store'], ['resources'], ['operations', 'screens'], ['app.ts']]), 'main.ts': 'all' },
  },
  cli: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: {},
  },
  web: {
    doors: doorsOfCore,
    packages: 'listed',
    rooms: {
      ...floorsOf([['fields', 'parts'], ['resource'], ['overrides', 'operations', 'screens'], ['app.tsx']]),
      'main.tsx': 'all',
    },
  },
};
