import path from 'node:path';
import { build } from 'vite';

/**
 * The console, as packages/web/vite.config.ts says.
 * @param {string} root
 */
export async function buildWeb(root) {
  await build({ root: path.join(root, 'packages/web'), mode: 'production', logLevel: 'warn' });
}
