import path from 'node:path';
import { build } from 'vite';
import { buildReference } from './reference.mjs';

/**
 * The console, as packages/web/vite.config.ts says, and the API reference beside it.
 * @param {string} root
 */
export async function buildWeb(root) {
  await build({ root: path.join(root, 'packages/web'), mode: 'production', logLevel: 'warn' });
  await buildReference(root);
}
