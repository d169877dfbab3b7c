import { Visitor } from 'vite';

/** @typedef {import('vite').ESTree.ObjectExpression} ObjectNode */

/**
 * Checks that the interface texts exist in both languages: with the same keys and placeholders, and not empty.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function words(tree) {
  const chinese = tree.files.filter((file) => file.startsWith('packages/core/src/i18n/') && isOf('zh-CN', file));
  const english = tree.files.filter((file) => file.startsWith('packages/core/src/i18n/') && isOf('en-US', file));
  const twinless = english.filter((file) => !chinese.includes(file.replace('en-US', 'zh-CN')));
  const findings = twinless.map((file) => ({ file, line: 1, message: 'has no zh-CN twin' }));
  let count = 0;
  for (const file of chinese) {
    const twin = file.replace('zh-CN', 'en-US');
    if (!english.includes(twin)) {
      findings.push({ file, line: 1, message: 'has no en-US twin' });
      continue;
    }
    const [one, other] = [wordsOf(tree, file), wordsOf(tree, twin)];
    findings.push(...missing(file, one, twin, other), ...missing(twin, other, file, one), ...unlike(twin, other, one));
    findings.push(...empty(file, one), ...empty(twin, other));
    count += one.size;
  }
  return { findings, note: `${count} words in two languages` };
}

/** @typedef {Map<string, {text: string, line: number}>} Words */

/**
 * @param {string} locale
 * @param {string} file
 */
function isOf(locale, file) {
  return file.endsWith('.ts') && !file.endsWith('.test.ts') && file.includes(locale);
}

/**
 * @param {string} file
 * @param {Words} own
 * @param {string} otherFile
 * @param {Words} other
 */
function missing(file, own, otherFile, other) {
  return [...own]
    .filter(([key]) => !other.has(key))
    .map(([key, { line }]) => ({ file, line, message: `${key} is missing in ${otherFile}` }));
}

/**
 * @param {string} file
 * @param {Words} own
 * @param {Words} other
 */
function unlike(file, own, other) {
  return [...own].flatMap(([key, { text, line }]) => {
    const twin = other.get(key);
    const isAlike = !twin || placeholders(text) === placeholders(twin.text);
    return isAlike ? [] : [{ file, line, message: `${key} fills in other places than its twin` }];
  });
}

/**
 * @param {string} file
 * @param {Words} own
 */
function empty(file, own) {
  return [...own]
    .filter(([, { text }]) => text.trim() === '')
    .map(([key, { line }]) => ({ file, line, message: `${key} is empty` }));
}

/**
 * The placeholders of a text, without those that only add a plural noun in English.
 * @param {string} text
 */
function placeholders(text) {
  const places = text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? [];
  return [...new Set(places.map((place) => place.replace(/,[^}]*/, '')))].sort().join(' ');
}

/**
 * Every string in the objects of a file, by its key path. Plural suffixes are dropped, because Chinese has no plural forms.
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 * @returns {Words}
 */
function wordsOf(tree, file) {
  const { program, lineAt } = tree.parse(file);
  /** @type {Words} */
  const found = new Map();
  const walk = (/** @type {ObjectNode} */ node, /** @type {string} */ prefix) => {
    for (const member of node.properties) {
      if (member.type !== 'Property') continue;
      const key =
        member.key.type === 'Identifier' ? member.key.name : member.key.type === 'Literal' ? member.key.value : '';
      const place = `${prefix}${String(key).replace(/_(zero|one|two|few|many|other)$/, '')}`;
      if (member.value.type === 'ObjectExpression') walk(member.value, `${place}.`);
      else found.set(place, { text: textOf(member.value), line: lineAt(member.start) });
    }
  };
  new Visitor({
    VariableDeclarator({ init }) {
      const value = init && 'expression' in init ? init.expression : init;
      if (typeof value === 'object' && value?.type === 'ObjectExpression') walk(value, '');
    },
  }).visit(program);
  return found;
}

/**
 * The text of a node. A node that is not a plain string is returned as its source, so that it does not count as empty.
 * @param {import("vite").ESTree.Node} node
 * @returns {string}
 */
function textOf(node) {
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.raw).join('');
  return node.type === 'BinaryExpression' ? textOf(node.left) + textOf(node.right) : node.type;
}
