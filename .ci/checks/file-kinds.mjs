/** @param {string} file */
export const isCode = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts');

/** @param {string} file */
export const isTest = (file) => /\.test\.tsx?$/.test(file) || /^packages\/([^/]+\/test|bench)\//.test(file);

/** Whether a file is product source: not a test, configuration or the tooling in .ci. @param {string} file */
export const isProduct = (file) => isCode(file) && /^packages\/[^/]+\/src\//.test(file) && !isTest(file);

/** Whether a file lists data, so that its length is not limited. @param {string} file */
export const isCatalogue = (file) =>
  /^packages\/core\/src\/(modules|catalog\/screens|i18n)\//.test(file) ||
  /(^|\/)migrations\//.test(file) ||
  file.endsWith('/store/tables.ts');
