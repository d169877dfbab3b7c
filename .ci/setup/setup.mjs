import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDriverIfNeeded, startDriver } from './driver.mjs';
import { installIfNeeded, isInstalled } from './install.mjs';
import { checkNode } from './node-version.mjs';
import { run } from './run.mjs';

/** The repository's folder. */
export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

/**
 * Makes the folder ready to run: the right Node, the packages, the builds. Does nothing when nothing changed.
 * The build is a process of its own, since its tools may have been installed a moment ago.
 */
export async function setup() {
  checkNode();
  const driver = isInstalled(root) ? null : startDriver(root);
  try {
    await installIfNeeded(root);
    const build = run(process.execPath, [path.join(root, '.ci/build.mjs')], { quiet: true });
    const [code] = await Promise.all([build, buildDriverIfNeeded(root)]);
    return code;
  } finally {
    await driver?.end();
  }
}
