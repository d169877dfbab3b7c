import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/setup.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */

/** A mutant holds up no test for longer than this, in ms: what hangs has been noticed. */
const patience = 60_000;

/** What stands against trying a mutant; null when nothing does. @param {Mutant} mutant */
export function staleMutant({ file, find, put, tests }) {
  if (find === put) return 'it changes nothing';
  const missing = [file, ...tests].find((one) => !existsSync(path.join(root, one)));
  if (missing) return `${missing} is not there`;
  const places = readFileSync(path.join(root, file), 'utf8').split(find).length - 1;
  return places === 1 ? null : `its text stands ${places} times in ${file}`;
}

/** Changes the source as it is loaded: nothing is written. @param {Mutant} mutant @returns {import('vite').Plugin} */
function opening({ name, file, find, put }) {
  const place = path.join(root, file);
  return {
    name: `mutant-${name}`,
    enforce: 'pre',
    transform: (code, id) => (id.split('?')[0] === place ? { code: code.replace(find, () => put), map: null } : null),
  };
}

/**
 * Runs tests over the sources, with a hole in them when there is a mutant. Gives the tests that failed, by their whole names.
 * @param {readonly string[]} tests
 * @param {Mutant | null} mutant
 * @returns {Promise<string[]>}
 */
export async function failuresOf(tests, mutant) {
  const times = { testTimeout: patience, hookTimeout: patience, bail: mutant ? 1 : 0 };
  const run = {
    root,
    watch: false,
    pool: /** @type {const} */ ('forks'),
    maxWorkers: 2,
    isolate: false,
    reporters: [{}],
  };
  const options = { ...run, ...times, config: /** @type {const} */ (false) };
  // What tests with it may just have been installed.
  const { startVitest } = await import('vitest/node');
  const vitest = await startVitest('test', [...tests], options, { plugins: mutant ? [opening(mutant)] : [] });
  try {
    const modules = vitest.state.getTestModules();
    if (modules.length < tests.length) throw new Error(`of ${tests.join(', ')} only ${modules.length} ran`);
    const broken = modules.filter((one) => one.errors().length > 0).map((one) => one.moduleId);
    const failed = modules.flatMap((one) => [...one.children.allTests('failed')]).map((one) => one.fullName);
    return [...failed, ...broken];
  } finally {
    await vitest.close();
    process.exitCode = 0;
  }
}
