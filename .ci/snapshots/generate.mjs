import { execFileSync } from 'node:child_process';

/**
 * The current content of a snapshot. Its program runs in the repository root; its failure throws.
 * @param {string} root
 * @param {import('./table.mjs').Snapshot} snapshot
 */
export function generate(root, { command: [program = '', ...args] }) {
  const node = program === 'node' ? process.execPath : program;
  return execFileSync(node, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
