import path from 'node:path';
import { build } from 'vite';
import { buildReference } from './reference.mjs';

/**
 * Builds the console with packages/web/vite.config.ts, and the API reference next to it.
 * @param {string} root
 */
export async function buildWeb(root) {
  await build({ root: path.join(root, 'packages/web'), mode: 'production', logLevel: 'warn' });
  await buildReference(root);
}
