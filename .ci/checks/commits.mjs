import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const maxLength = 65;
/** Published commits whose subject is too long. */
const published = ['48ee632'];
const form = /^[a-z0-9][a-z0-9 ,/-]*: \S/;

/**
 * Checks that commit subjects read "area: what" in at most 65 characters. Without a Git history (an archive) there is nothing to
 * check.
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
  const checked = subjects.filter(([hash = '']) => !published.some((one) => hash.startsWith(one)));
  const findings = checked.flatMap(([hash = '', subject = '']) =>
    rejectionsOf(subject).map((message) => ({ file: `commit ${hash}`, line: 1, message: `${message}: ${subject}` })),
  );
  return { findings, note: `${subjects.length} commits` };
}

/** @param {string} subject */
function rejectionsOf(subject) {
  const rejections = form.test(subject) ? [] : ['does not read "area: what"'];
  return [...subject].length > maxLength ? [...rejections, `is longer than ${maxLength} characters`] : rejections;
}
