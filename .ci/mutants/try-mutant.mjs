import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/setup.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */

/** The timeout of a test with a mutant, in ms. A hanging test counts as failed. */
const timeoutMs = 60_000;

/** Why a mutant cannot be tried; null when it can. @param {Mutant} mutant */
export function findStaleReason({ file, find, put, tests }) {
  if (find === put) return 'it changes nothing';
  const missing = [file, ...tests].find((one) => !existsSync(path.join(root, one)));
  if (missing) return `${missing} is not there`;
  const places = readFileSync(path.join(root, file), 'utf8').split(find).length - 1;
  return places === 1 ? null : `its text stands ${places} times in ${file}`;
}

/** Changes the source while it is loaded; nothing is written. @param {Mutant} mutant @returns {import('vite').Plugin} */
function createMutantPlugin({ name, file, find, put }) {
  const place = path.join(root, file);
  return {
    name: `mutant-${name}`,
    enforce: 'pre',
    transform: (code, id) => (id.split('?')[0] === place ? { code: code.replace(find, () => put), map: null } : null),
  };
}

/**
 * Runs tests on the sources, with the fault of a mutant if there is one. Returns the full names of the failed tests.
 * @param {readonly string[]} tests
 * @param {Mutant | null} mutant
 * @returns {Promise<string[]>}
 */
export async function runTests(tests, mutant) {
  const times = { testTimeout: timeoutMs, hookTimeout: timeoutMs, bail: mutant ? 1 : 0 };
  const run = {
    root,
    watch: false,
    pool: /** @type {const} */ ('forks'),
    maxWorkers: 2,
    isolate: false,
    reporters: [{}],
  };
  const options = { ...run, ...times, config: /** @type {const} */ (false) };
  // vitest may have been installed by this process, so it is imported late.
  const { startVitest } = await import('vitest/node');
  const vitest = await startVitest('test', [...tests], options, {
    plugins: mutant ? [createMutantPlugin(mutant)] : [],
  });
  try {
    const modules = vitest.state.getTestModules();
    if (modules.length < tests.length) throw new Error(`of ${tests.join(', ')} only ${modules.length} ran`);
    const failedModules = modules.filter((one) => one.errors().length > 0).map((one) => one.moduleId);
    const failed = modules.flatMap((one) => [...one.children.allTests('failed')]).map((one) => one.fullName);
    return [...failed, ...failedModules];
  } finally {
    await vitest.close();
    process.exitCode = 0;
  }
}
