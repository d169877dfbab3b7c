import path from 'node:path';
import { parse } from 'yaml';

/** Pages outside of `docs`, each with its Chinese version. */
const twins = { 'README.md': 'README.zh-CN.md', 'CONTRIBUTING.md': 'docs/zh/contributing.md' };

/** @typedef {import('./tree.mjs').Finding} Finding */

/**
 * Checks the documentation: relative links lead to existing files and headings, JSON and YAML samples parse, and every page
 * exists in both languages with the same headings.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function docs(tree) {
  const pages = tree.files.filter((file) => file.endsWith('.md') && !file.startsWith('packages/server/test/'));
  const samples = tree.files.filter((file) => /^docs\/samples\/.*\.(json|ya?ml)$/.test(file));
  const findings = [
    ...pages.flatMap((file) => [...brokenLinks(tree, file), ...brokenSamples(file, tree.read(file))]),
    ...samples.flatMap((file) => sampleFindings(file, 1, path.extname(file).slice(1), tree.read(file))),
    ...missingTwins(tree, pages),
  ];
  return { findings, note: `${pages.length} pages` };
}

/**
 * Blanks the content of code blocks, which keeps line numbers.
 * @param {string} markdown
 */
function withoutCode(markdown) {
  return markdown.replace(/^ *```.*?^ *```/gms, (block) => block.replace(/[^\n]/g, ''));
}

/**
 * The headings of a page with level and anchor.
 * @param {string} markdown
 */
function headingsOf(markdown) {
  return [...withoutCode(markdown).matchAll(/^(#+) (.*)$/gm)].map(([, marks = '', text = '']) => ({
    level: marks.length,
    anchor: text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  }));
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 * @returns {Finding[]}
 */
function brokenLinks(tree, file) {
  const lines = withoutCode(tree.read(file))
    .replace(/`[^`\n]*`/g, '')
    .split('\n');
  return lines.flatMap((text, at) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [place = '', anchor] = link.split('#');
      const target = place === '' ? file : path.posix.join(path.posix.dirname(file), place);
      const isFolder = tree.files.some((one) => one.startsWith(`${target.replace(/\/$/, '')}/`));
      if (!tree.files.includes(target) && !isFolder) return [{ file, line: at + 1, message: `there is no ${link}` }];
      if (anchor === undefined || !target.endsWith('.md')) return [];
      const exists = headingsOf(tree.read(target)).some((heading) => heading.anchor === decodeURIComponent(anchor));
      return exists ? [] : [{ file, line: at + 1, message: `there is no heading ${link}` }];
    }),
  );
}

/**
 * @param {string} file
 * @param {string} markdown
 * @returns {Finding[]}
 */
function brokenSamples(file, markdown) {
  return [...markdown.matchAll(/^```(json|ya?ml)\n(.*?)^```/gms)].flatMap(({ 1: kind = '', 2: text = '', index }) =>
    sampleFindings(file, markdown.slice(0, index).split('\n').length, kind, text),
  );
}

/**
 * @param {string} file
 * @param {number} line
 * @param {string} kind
 * @param {string} text
 * @returns {Finding[]}
 */
function sampleFindings(file, line, kind, text) {
  try {
    if (kind === 'json') JSON.parse(text);
    // Each file in a block of several begins with a comment that names it.
    else for (const part of text.split(/^\n(?=# \S+\.ya?ml$)/m)) parse(part);
    return [];
  } catch (error) {
    return [{ file, line, message: `the sample is no ${kind}: ${String(error).split('\n')[0]}` }];
  }
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @param {string[]} pages
 * @returns {Finding[]}
 */
function missingTwins(tree, pages) {
  const english = pages.filter((file) => /^docs\/[^/]+\.md$/.test(file));
  const pairs = [
    ...Object.entries(twins).filter(([file]) => pages.includes(file)),
    ...english.map((file) => [file, file.replace('docs/', 'docs/zh/')]),
  ];
  const unpaired = pages.filter((file) => file.startsWith('docs/zh/') && !pairs.some(([, twin]) => twin === file));
  return [
    ...unpaired.map((file) => ({ file, line: 1, message: 'has no page in English' })),
    ...pairs.flatMap(([file = '', twin = '']) => {
      if (!pages.includes(twin)) return [{ file, line: 1, message: `has no twin ${twin}` }];
      const [own, other] = [file, twin].map((one) =>
        headingsOf(tree.read(one))
          .map(({ level }) => level)
          .join(''),
      );
      return own === other ? [] : [{ file: twin, line: 1, message: `has other headings than ${file}` }];
    }),
  ];
}
