import { execFileSync } from 'node:child_process';

/**
 * What a snapshot should hold now. Its program runs from the repository's folder; a failure of it throws.
 * @param {string} root
 * @param {import('./table.mjs').Snapshot} snapshot
 */
export function generate(root, { command: [program = '', ...args] }) {
  const node = program === 'node' ? process.execPath : program;
  return execFileSync(node, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
