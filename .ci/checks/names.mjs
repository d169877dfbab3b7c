const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** Conventional file names, and names of locales. */
const conventional =
  /^(README(\.zh-CN)?\.md|(CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE|Dockerfile|Caddyfile|zh-CN|en-US|(zh-CN|en-US)\.ts|\..+)$/;
const meaningless = ['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'manager'];
const topLevel = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'packages', 'bin', 'docs', 'README.md', 'README.zh-CN.md'],
  ...['LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'biome.json', 'vitest.config.ts'],
  ...['Dockerfile', 'compose.yaml', 'packaging'],
];

/**
 * Checks that file names are in kebab-case and meaningful, and that the top level contains only agreed files.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function names(tree) {
  const findings = tree.files.flatMap((file) => {
    const parts = file.split('/');
    const messages = parts.flatMap((part) => rejectionsOf(part));
    const top = parts[0] ?? '';
    if (!top.startsWith('.') && !topLevel.includes(top)) messages.push(`${top} has no place at the top level`);
    return messages.map((message) => ({ file, line: 1, message }));
  });
  return { findings };
}

/** @param {string} part */
function rejectionsOf(part) {
  if (!kebab.test(part) && !conventional.test(part)) return [`${part} is not kebab-case`];
  return meaningless.includes(part.split('.')[0] ?? '') ? [`${part} does not say what is inside`] : [];
}
