import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const longest = 65;
/** A subject that was found to be too long after it was published. */
const settled = ['48ee632'];
const form = /^[a-z0-9][a-z0-9 ,/-]*: \S/;

/**
 * Subjects read "area: what", in at most 65 characters. Without a history (an archive) there is nothing to read.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function commits({ root }) {
  if (!root || !existsSync(path.join(root, '.git'))) return { findings: [], note: 'no history here' };
  const log = execFileSync('git', ['log', '--no-merges', '--format=%h%x00%s'], { cwd: root, encoding: 'utf8' });
  const subjects = log
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\0'));
  const judged = subjects.filter(([hash = '']) => !settled.some((one) => hash.startsWith(one)));
  const findings = judged.flatMap(([hash = '', subject = '']) =>
    rejectionsOf(subject).map((message) => ({ file: `commit ${hash}`, line: 1, message: `${message}: ${subject}` })),
  );
  return { findings, note: `${subjects.length} commits` };
}

/** @param {string} subject */
function rejectionsOf(subject) {
  const rejections = form.test(subject) ? [] : ['does not read "area: what"'];
  return [...subject].length > longest ? [...rejections, `is longer than ${longest} characters`] : rejections;
}
