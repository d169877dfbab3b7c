/** @param {string} file */
export const isCode = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts');

/** @param {string} file */
export const isTest = (file) => /\.test\.tsx?$/.test(file) || /^packages\/([^/]+\/test|bench)\//.test(file);

/** Source of the product: not its tests, its configuration or the tooling in .ci. @param {string} file */
export const isProduct = (file) => isCode(file) && /^packages\/[^/]+\/src\//.test(file) && !isTest(file);

/** Lists of data, which are as long as what they list. @param {string} file */
export const isCatalogue = (file) =>
  /^packages\/core\/src\/(modules|catalog\/screens|i18n)\//.test(file) ||
  /(^|\/)migrations\//.test(file) ||
  file.endsWith('/store/tables.ts');
