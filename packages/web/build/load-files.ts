import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The name under which Vite's output imports what fetches the files of a part before its code runs. */
const ofVite = '\0vite/preload-helper.js';
const own = fileURLToPath(new URL('../src/app/load-files.ts', import.meta.url));

/** Has the parts of the console fetched by its own code in place of Vite's, which never fetches a style sheet again that failed. */
export function loadFiles(): Plugin {
  return {
    name: 'load-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === ofVite ? `export { loadFiles as __vitePreload } from ${JSON.stringify(own)};` : undefined),
  };
}
