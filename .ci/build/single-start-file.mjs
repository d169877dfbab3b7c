import path from 'node:path';

/**
 * Puts everything that each command needs at startup into one file, because finding, reading and linking files dominates the
 * startup time. Modules that are loaded later are declared to import the start module, which always runs before them. Thus all of
 * the start module is shared by the same files, and the bundler does not split it.
 * @param {string} home
 * @param {string} beginning the start module
 * @returns {import('esbuild').Plugin}
 */
export function singleStartFile(home, beginning) {
  const source = path.join(home, 'src') + path.sep;
  const startModule = path.join(home, beginning);
  return {
    name: 'single-start-file',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ kind, path: wanted, resolveDir }) => {
        const file = path.resolve(resolveDir, wanted);
        const isLater = kind === 'dynamic-import' && file.startsWith(source) && file !== startModule;
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
