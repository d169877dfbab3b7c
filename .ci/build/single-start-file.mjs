import path from 'node:path';

/**
 * What every command begins with goes into one file: a module is a file to find, read and link, and a start is mostly that.
 * Whatever is loaded later is said to import the beginning, which it does run after; so all of the beginning is shared by the
 * same files, and the bundler has no reason to part it.
 * @param {string} home
 * @param {string} beginning the module that a command begins with
 * @returns {import('esbuild').Plugin}
 */
export function oneStart(home, beginning) {
  const source = path.join(home, 'src') + path.sep;
  const begins = path.join(home, beginning);
  return {
    name: 'one-start',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ kind, path: wanted, resolveDir }) => {
        const file = path.resolve(resolveDir, wanted);
        const isLater = kind === 'dynamic-import' && file.startsWith(source) && file !== begins;
        return isLater ? { path: path.relative(home, file), namespace: 'later' } : undefined;
      });
      build.onLoad({ filter: /./, namespace: 'later' }, ({ path: file }) => ({
        contents: `import './${beginning}';\nexport * from './${file}';`,
        loader: 'js',
        resolveDir: home,
      }));
    },
  };
}
