import { Visitor } from 'vite';
import { isCatalogue, isProduct } from './file-kinds.mjs';

/** Folders with code for all entities, which may not contain the name of one. */
const genericFolders = [
  'packages/core/src/definition/',
  'packages/core/src/fields/',
  'packages/core/src/access/',
  'packages/core/src/client/',
  'packages/core/src/list/',
  'packages/server/src/platform/http/',
  'packages/server/src/platform/engine/',
  'packages/server/src/platform/store/',
  'packages/cli/src/commands/resource/resource',
  'packages/cli/src/output/',
  'packages/cli/src/tui/fields/',
  'packages/cli/src/tui/parts/',
  'packages/cli/src/tui/resource/',
  'packages/web/src/fields/',
  'packages/web/src/layout/',
  'packages/web/src/ui/parts/',
  'packages/web/src/resource/',
  'packages/web/src/app/router/',
];

/**
 * Entities whose name also has another meaning: admin and user are roles, a notice can be a type of message, an agent a way of
 * use, a file an input. `knowledge` has no plural.
 */
const ambiguous = ['admin', 'user', 'notice', 'agent', 'course', 'file', 'knowledge'];
/** @param {string} file */
const isGeneric = (file) => genericFolders.some((folder) => file.startsWith(folder)) && !isCatalogue(file);

/**
 * Checks that generic code does not name entities.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function entityNames(tree) {
  const names = tree.files
    .filter((file) => file.startsWith('packages/core/src/modules/') && isProduct(file))
    .flatMap((file) => definedNames(tree, file))
    .filter((name) => !ambiguous.includes(name));
  const spellings = new Map(names.flatMap((name) => spellingsOf(name).map((spelling) => [spelling, name])));
  const findings = tree.files
    .filter((file) => isProduct(file) && isGeneric(file))
    .flatMap((file) =>
      literalsOf(tree, file).flatMap(({ text, line }) => {
        const name = spellings.get(text.split('/')[0] ?? '');
        return name ? [{ file, line, message: `a generic folder spells the entity ${name}` }] : [];
      }),
    );
  return { findings, note: `${names.length} entities` };
}

/** All spellings: bannedWord, banned-word, banned_word, banned_words. @param {string} name */
function spellingsOf(name) {
  const split = (/** @type {string} */ by) => name.replace(/[A-Z]/g, (letter) => by + letter.toLowerCase());
  return [name, split('-'), split('_'), `${split('_')}s`];
}

/**
 * The `name` of every defineResource({...}) in a file.
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 */
function definedNames(tree, file) {
  /** @type {string[]} */
  const names = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineResource') return;
      if (definition?.type !== 'ObjectExpression') return;
      for (const member of definition.properties) {
        if (member.type !== 'Property' || member.key.type !== 'Identifier' || member.key.name !== 'name') continue;
        if (member.value.type === 'Literal' && typeof member.value.value === 'string') names.push(member.value.value);
      }
    },
  }).visit(tree.parse(file).program);
  return names;
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 */
function literalsOf(tree, file) {
  const { program, lineAt } = tree.parse(file);
  /** @type {{text: string, line: number}[]} */
  const found = [];
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') found.push({ text: value, line: lineAt(start) });
    },
    TemplateElement({ value, start }) {
      found.push({ text: value.raw, line: lineAt(start) });
    },
  }).visit(program);
  return found;
}
