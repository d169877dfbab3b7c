import { Problem } from './problem.mjs';

/** The oldest supported Node; the same as `engines.node` in package.json. */
const oldestNode = [20, 19, 0];

/**
 * Rejects a Node version that is too old, with a one-sentence message.
 * @param {string} version such as "20.19.0"
 */
export function checkNode(version = process.versions.node) {
  const parts = version.split('.').map(Number);
  for (const [at, least] of oldestNode.entries()) {
    const part = parts[at] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new Problem(`Gantry needs Node ${oldestNode.join('.')} or newer, and this is Node ${version}.`);
    }
  }
}
