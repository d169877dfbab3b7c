import path from 'node:path';
import { DefinitionsApart, isWorkedOut, partPrefix } from './definitions-apart.mjs';

/** Folders of the command line's catalogue whose exports are data: the build works them out. */
const workedOut = ['content', 'deeds', 'definitions', 'entities', 'outline', 'relations'];

/**
 * Each definition in a file of its own, so that a command loads the one that it is about.
 * @param {string} home
 * @returns {import('esbuild').Plugin}
 */
export function cliCatalog(home) {
  const folder = path.join(home, 'src/catalog');
  const apart = new DefinitionsApart();
  return {
    name: 'cli-catalog',
    setup(build) {
      build.onLoad({ filter: /\/src\/catalog\/[a-z-]+\.ts$/ }, async ({ path: file }) =>
        isWorkedOut(folder, workedOut, file)
          ? { contents: await apart.sourceOf(file), loader: 'js', resolveDir: folder }
          : undefined,
      );
      build.onResolve({ filter: new RegExp(`^${partPrefix}`) }, ({ path: id }) => ({
        path: id,
        namespace: 'definition',
      }));
      build.onLoad({ filter: /./, namespace: 'definition' }, ({ path: id }) => {
        const contents = apart.sourceOfPart(id);
        return contents === undefined ? undefined : { contents, loader: 'js' };
      });
    },
  };
}
