import { Visitor } from 'vite';

/** @typedef {{name: string, line: number, lines: number, isComponent: boolean, isBlock: boolean}} Measured */
/** @typedef {import('vite').ESTree.Node} Node */

/**
 * Every function of a file with its length. A component is a function of a .tsx file whose name starts with a capital;
 * one that is wrapped (memo, forwardRef) takes the name of what it is assigned to.
 * @param {import('./tree.mjs').Source} source
 * @param {boolean} mayHoldComponents
 * @returns {Measured[]}
 */
export function functionsOf(source, mayHoldComponents) {
  /** @type {Measured[]} */
  const found = [];
  /** @type {Map<number, string>} */
  const names = new Map();
  const measure = (
    /** @type {Node & {body?: {type: string} | null}} */ node,
    /** @type {string | undefined} */ own,
  ) => {
    if (!node.body) return;
    const name = own ?? names.get(node.start) ?? 'a function';
    const line = source.lineAt(node.start);
    const isComponent = mayHoldComponents && /^[A-Z]/.test(name);
    const isBlock = node.body.type === 'BlockStatement';
    found.push({ name, line, lines: source.lineAt(node.end - 1) - line + 1, isComponent, isBlock });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier') return;
      for (const value of unwrapped(init)) names.set(value.start, id.name);
    },
    Property: (node) => nameMember(names, node),
    MethodDefinition: (node) => nameMember(names, node),
    PropertyDefinition: (node) => nameMember(names, node),
    FunctionDeclaration: (node) => measure(node, node.id?.name),
    FunctionExpression: (node) => measure(node, node.id?.name),
    ArrowFunctionExpression: (node) => measure(node, undefined),
  }).visit(source.program);
  return found;
}

/**
 * A value, and what is inside of the calls around it: memo(forwardRef(() => ...)).
 * @param {Node | null} value
 * @returns {Node[]}
 */
function unwrapped(value) {
  if (!value) return [];
  if (value.type !== 'CallExpression') return [value];
  return [value, ...unwrapped(value.arguments[0] ?? null)];
}

/**
 * @param {Map<number, string>} names
 * @param {{key: Node, value: Node | null}} member
 */
function nameMember(names, { key, value }) {
  if (value && key.type === 'Identifier') names.set(value.start, key.name);
}
