import path from 'node:path';
import { DefinitionSplitter, isComputedFile, partPrefix } from './split-definitions.mjs';

/** Files of the CLI's catalog whose exports are data, which the build computes. */
const computedFiles = ['content', 'deeds', 'definitions', 'entities', 'outline', 'relations'];

/**
 * Puts each definition into a file of its own, so that a command loads only the one it needs.
 * @param {string} home
 * @returns {import('esbuild').Plugin}
 */
export function cliCatalog(home) {
  const folder = path.join(home, 'src/catalog');
  const splitter = new DefinitionSplitter();
  return {
    name: 'cli-catalog',
    setup(build) {
      build.onLoad({ filter: /\/src\/catalog\/[a-z-]+\.ts$/ }, async ({ path: file }) =>
        isComputedFile(folder, computedFiles, file)
          ? { contents: await splitter.sourceOf(file), loader: 'js', resolveDir: folder }
          : undefined,
      );
      build.onResolve({ filter: new RegExp(`^${partPrefix}`) }, ({ path: id }) => ({
        path: id,
        namespace: 'definition',
      }));
      build.onLoad({ filter: /./, namespace: 'definition' }, ({ path: id }) => {
        const contents = splitter.sourceOfPart(id);
        return contents === undefined ? undefined : { contents, loader: 'js' };
      });
    },
  };
}
