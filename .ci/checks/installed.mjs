import { execFile } from 'node:child_process';

/**
 * What is installed is what the manifests ask for, with nothing missing, extra or of another version.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {Promise<import('./tree.mjs').Verdict>}
 */
export function installed({ root }) {
  return new Promise((resolve) => {
    execFile('npm', ['ls', '--all', '--json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => {
      /** @type {string[]} */
      const problems = JSON.parse(stdout || '{}').problems ?? [];
      resolve({ findings: problems.map((message) => ({ file: 'package.json', line: 1, message })) });
    });
  });
}
