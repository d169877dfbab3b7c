import { isCode } from './file-kinds.mjs';

const unfinished = /\b(TO-?DO|FIX-?ME|XXX)\b/;
const silenced = /@ts-(ignore|nocheck|expect-error)|(biome|eslint|prettier|knip|v8|c8|istanbul)-?\s?(ignore|disable)/;

/**
 * Finds comments that postpone work or silence a tool. Rules for code are in biome.json.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function remarks(tree) {
  return { findings: tree.files.filter(isCode).flatMap((file) => remarksOf(tree, file)) };
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 */
function remarksOf(tree, file) {
  const { comments, lineAt } = tree.parse(file);
  return comments.flatMap(({ value, start }) => {
    const line = lineAt(start);
    const later = unfinished.exec(value);
    if (later) return [{ file, line, message: `${later[0]}: finish it, or write it down where work is planned` }];
    const silence = silenced.exec(value);
    return silence ? [{ file, line, message: `${silence[0]}: do not silence tools` }] : [];
  });
}
