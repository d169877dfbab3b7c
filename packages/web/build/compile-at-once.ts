import type { Plugin } from 'vite';

/** Chunks most of whose code runs before the first page is drawn. */
const eager = new Set([
  ...['index', 'react', 'start', 'desk', 'routing', 'contract', 'frame', 'arco', 'page'],
  ...['resource-screen', 'cells', 'workplace', 'line-chart', 'message-row', 'tag'],
]);
const comment = '//# allFunctionsCalledOnLoad\n';

/**
 * Adds the comment with which Chromium compiles a whole chunk while it is downloaded, instead of one function at a time
 * while the page is drawn. The comment must be the first line of the file, so this plugin runs last.
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
          if (part.type !== 'chunk' || !eager.has(part.name)) continue;
          part.code = comment + part.code;
          names.add(part.name);
        }
        for (const name of eager) if (!names.has(name)) this.error(`no chunk is named ${name}`);
      },
    },
  };
}
