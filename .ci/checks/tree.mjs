import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** @typedef {{file: string, line: number, message: string}} Finding */
/** @typedef {{findings: Finding[], note?: string}} Verdict */
/** @typedef {{text: string, program: import('vite').ESTree.Program, module: ReturnType<typeof parseSync>['module'],
 *   comments: ReturnType<typeof parseSync>['comments'], lineAt: (offset: number) => number}} Source */

/**
 * The input of a check: a list of files and functions to read them. Tests create one from a few lines.
 * @typedef {object} Tree
 * @property {string | undefined} root the folder, for checks that run a tool; undefined when the tree is not on disk
 * @property {string[]} files sorted, with forward slashes, relative to the root
 * @property {(file: string) => string} read
 * @property {(file: string) => Source} parse for .ts, .tsx and .mjs; each file is parsed once
 */
/**
 * The project in Git: committed files, and new files that are not ignored.
 * @param {string} root
 * @returns {Tree}
 */
export function treeAt(root) {
  const files = existsSync(path.join(root, '.git')) ? filesOfGit(root) : filesUnder(root, '');
  return makeTree(root, files, (file) => readFileSync(path.join(root, file), 'utf8'));
}

/**
 * A tree in memory.
 * @param {Record<string, string>} contents
 * @returns {Tree}
 */
export function treeOf(contents) {
  return makeTree(undefined, Object.keys(contents), (file) => contents[file] ?? '');
}

/**
 * @param {string | undefined} root
 * @param {string[]} files
 * @param {(file: string) => string} read
 * @returns {Tree}
 */
function makeTree(root, files, read) {
  /** @type {Map<string, Source>} */
  const parsed = new Map();
  const parse = (/** @type {string} */ file) => {
    const source = parsed.get(file) ?? parseSource(file, read(file));
    parsed.set(file, source);
    return source;
  };
  return { root, files: [...files].sort(), read, parse };
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Source}
 */
function parseSource(file, text) {
  const { program, module, comments } = parseSync(file, text);
  return { text, program, module, comments, lineAt: lineFinder(text) };
}

/**
 * @param {string} text
 * @returns {(offset: number) => number} the line, counted from 1, of an offset
 */
function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** @param {string} root */
function filesOfGit(root) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return list.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesUnder(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.gantry', 'coverage'].includes(entry.name))
    .flatMap((entry) => {
      const place = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(root, place) : [place];
    });
}
