import path from 'node:path';
import { Problem, say } from '../setup/problem.mjs';
import { fingerprint, isFresh, markFresh } from './freshness.mjs';
import { targets } from './targets.mjs';

/**
 * Builds only what is older than its sources.
 * @param {string} root
 */
export async function buildStale(root) {
  for (const target of targets) {
    const stamp = path.join(root, 'node_modules/.cache/gantry', target.name);
    const output = path.join(root, 'packages', target.name, 'dist', target.output);
    const print = fingerprint(root, target.sources);
    if (isFresh(stamp, output, print)) continue;
    const start = performance.now();
    await target.build(root).catch((error) => {
      throw new Problem(`Building packages/${target.name} failed.\n${error instanceof Error ? error.message : error}`);
    });
    markFresh(stamp, print);
    say(`Built packages/${target.name} in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  }
}
