import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDriverIfNeeded, startDriver } from './driver.mjs';
import { installIfNeeded, isInstalled } from './install.mjs';
import { checkNode } from './node-version.mjs';
import { run } from './run.mjs';

/** The root folder of the repository. */
export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

/**
 * Prepares the folder for running: checks Node, installs packages, builds. Does nothing when nothing changed. The build runs in
 * its own process, because its tools may have just been installed.
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
