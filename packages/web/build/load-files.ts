import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The module by which Vite preloads the files of a dynamic import. */
const viteHelper = '\0vite/preload-helper.js';
const own = fileURLToPath(new URL('../src/app/load-files.ts', import.meta.url));

/** Replaces Vite's preload helper with our own: Vite's never requests a style sheet again after it failed to load. */
export function loadFiles(): Plugin {
  return {
    name: 'load-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === viteHelper ? `export { loadFiles as __vitePreload } from ${JSON.stringify(own)};` : undefined,
  };
}
