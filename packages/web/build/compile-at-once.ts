import type { Plugin } from 'vite';

/** Chunks of which most runs before the first page stands. */
const atOnce = new Set([
  ...['index', 'react', 'start', 'desk', 'routing', 'contract', 'frame', 'arco', 'page'],
  ...['resource-screen', 'cells', 'workplace', 'line-chart', 'message-row', 'tag'],
]);
const comment = '//# allFunctionsCalledOnLoad\n';

/**
 * Has a browser that knows the comment compile such chunks whole, beside their download, instead of a function at a time
 * while the page is being drawn. Only the first line of a file is looked at, so it is put there last.
 */
export function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const names = new Set<string>();
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk' || !atOnce.has(part.name)) continue;
          part.code = comment + part.code;
          names.add(part.name);
        }
        for (const name of atOnce) if (!names.has(name)) this.error(`no chunk is named ${name}`);
      },
    },
  };
}
