// npm run mutants [-- names]: opens one hole after the other in the product, and sees that a test turns red each time.
// Nothing is built: these tests run the sources.
import { mutants } from './mutants/mutants.mjs';
import { failuresOf, staleMutant } from './mutants/try-mutant.mjs';
import { buildDriverIfNeeded } from './setup/driver.mjs';
import { installIfNeeded } from './setup/install.mjs';
import { checkNode } from './setup/node-version.mjs';
import { withPostgres } from './setup/postgres.mjs';
import { Problem, runMain, say } from './setup/problem.mjs';
import { root } from './setup/setup.mjs';
import { newTestFolder } from './setup/test-folder.mjs';

await runMain(async () => {
  const wanted = chosen(process.argv.slice(2));
  checkNode();
  await installIfNeeded(root);
  await buildDriverIfNeeded(root);
  return withPostgres((env) => inFolder(env, () => tryAll(wanted)), { durable: false });
});

/** What the tests leave goes with one folder. @param {NodeJS.ProcessEnv} env @param {() => Promise<number>} work */
async function inFolder(env, work) {
  const folder = newTestFolder();
  Object.assign(process.env, env, folder.env);
  return work().finally(folder.remove);
}

/** @param {readonly import('./mutants/mutants.mjs').Mutant[]} wanted */
async function tryAll(wanted) {
  const red = await failuresOf([...new Set(wanted.flatMap(({ tests }) => tests))], null);
  if (red.length > 0) throw new Problem(`Without any mutant these tests fail already: ${red.join('; ')}`);
  const alive = [];
  for (const mutant of wanted) {
    const [first] = await failuresOf(mutant.tests, mutant);
    if (first === undefined) alive.push(mutant.name);
    say(`${first === undefined ? 'LIVES ' : 'caught'} ${mutant.name}${first === undefined ? '' : `: ${first}`}`);
  }
  say(`${wanted.length} mutants, ${alive.length} that no test notices`);
  return alive.length === 0 ? 0 : 1;
}

/** Those that are named, or all. @param {readonly string[]} names */
function chosen(names) {
  const unknown = names.find((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown)
    throw new Problem(`No mutant is named ${unknown}; there are ${mutants.map(({ name }) => name).join(', ')}`);
  const some = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  const stale = some.find(staleMutant);
  if (stale) throw new Problem(`The mutant ${stale.name} fits no more: ${staleMutant(stale)}.`);
  return some;
}
