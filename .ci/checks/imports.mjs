import { Visitor } from 'vite';

/** @typedef {{wanted: string, line: number}} Import */

/**
 * Lists every module that a file imports: statically, dynamically, as a re-export, or in a type.
 * @param {import('./tree.mjs').Source} source
 * @returns {Import[]}
 */
export function importsOf(source) {
  /** @type {{wanted: string, start: number}[]} */
  const found = source.module.staticImports.map(({ moduleRequest }) => ({
    wanted: moduleRequest.value,
    start: moduleRequest.start,
  }));
  for (const { moduleRequest } of source.module.staticExports.flatMap((one) => one.entries)) {
    if (moduleRequest) found.push({ wanted: moduleRequest.value, start: moduleRequest.start });
  }
  new Visitor({
    ImportExpression({ source: wanted }) {
      if (wanted.type === 'Literal' && typeof wanted.value === 'string') {
        found.push({ wanted: wanted.value, start: wanted.start });
      }
    },
    TSImportType({ source: wanted }) {
      found.push({ wanted: wanted.value, start: wanted.start });
    },
  }).visit(source.program);
  const lines = new Map(
    found.map(({ wanted, start }) => [`${wanted}:${start}`, { wanted, line: source.lineAt(start) }]),
  );
  return [...lines.values()];
}
