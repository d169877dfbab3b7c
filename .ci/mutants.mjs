// npm run mutants [-- names]: introduces one fault after the other into the product, and checks that a test fails each time.
// Nothing is built, because these tests run the sources.
import { mutants } from './mutants/mutants.mjs';
import { findStaleReason, runTests } from './mutants/try-mutant.mjs';
import { buildDriverIfNeeded } from './setup/driver.mjs';
import { installIfNeeded } from './setup/install.mjs';
import { checkNode } from './setup/node-version.mjs';
import { withPostgres } from './setup/postgres.mjs';
import { Problem, runMain, say } from './setup/problem.mjs';
import { root } from './setup/setup.mjs';
import { newTestFolder } from './setup/test-folder.mjs';

await runMain(async () => {
  const wanted = selectMutants(process.argv.slice(2));
  checkNode();
  await installIfNeeded(root);
  await buildDriverIfNeeded(root);
  return withPostgres((env) => inFolder(env, () => tryAll(wanted)), { durable: false });
});

/**
 * Runs the work with a temporary folder that is removed afterwards. @param {NodeJS.ProcessEnv} env @param {() => Promise<number>}
 * work
 */
async function inFolder(env, work) {
  const folder = newTestFolder();
  Object.assign(process.env, env, folder.env);
  return work().finally(folder.remove);
}

/** @param {readonly import('./mutants/mutants.mjs').Mutant[]} wanted */
async function tryAll(wanted) {
  const failing = await runTests([...new Set(wanted.flatMap(({ tests }) => tests))], null);
  if (failing.length > 0) throw new Problem(`Without any mutant these tests fail already: ${failing.join('; ')}`);
  const survivors = [];
  for (const mutant of wanted) {
    const [first] = await runTests(mutant.tests, mutant);
    if (first === undefined) survivors.push(mutant.name);
    say(`${first === undefined ? 'LIVES ' : 'caught'} ${mutant.name}${first === undefined ? '' : `: ${first}`}`);
  }
  say(`${wanted.length} mutants, ${survivors.length} that no test notices`);
  return survivors.length === 0 ? 0 : 1;
}

/** The named mutants, or all of them. @param {readonly string[]} names */
function selectMutants(names) {
  const unknown = names.find((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown)
    throw new Problem(`No mutant is named ${unknown}; there are ${mutants.map(({ name }) => name).join(', ')}`);
  const some = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  const stale = some.find(findStaleReason);
  if (stale) throw new Problem(`The mutant ${stale.name} fits no more: ${findStaleReason(stale)}.`);
  return some;
}
