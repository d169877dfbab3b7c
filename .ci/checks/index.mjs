import { boundaries } from './boundaries.mjs';
import { commits } from './commits.mjs';
import { docs } from './docs.mjs';
import { engines } from './engines.mjs';
import { entityNames } from './entity-names.mjs';
import { installed } from './installed.mjs';
import { lockfile } from './lockfile.mjs';
import { names } from './names.mjs';
import { readmeCommands } from './readme-commands.mjs';
import { remarks } from './remarks.mjs';
import { sizes } from './sizes.mjs';
import { styles } from './styles.mjs';
import { biome, types, unused } from './tools.mjs';
import { noTraces } from './traces.mjs';
import { words } from './words.mjs';

/**
 * All static checks in the order of `npm run check`, by the name that selects them: npm run check -- types sizes
 * @type {Record<string, (tree: import('./tree.mjs').Tree) => import('./tree.mjs').Verdict |
 *   Promise<import('./tree.mjs').Verdict>>}
 */
export const checks = {
  types,
  biome,
  unused,
  boundaries,
  sizes,
  'entity-names': entityNames,
  remarks,
  words,
  names,
  styles,
  traces: noTraces,
  commits,
  lockfile,
  engines,
  installed,
  'readme-commands': readmeCommands,
  docs,
};
