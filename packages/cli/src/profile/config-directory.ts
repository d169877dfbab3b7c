import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

const getCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder and its missing parents one by one. Node's recursive mkdir never returns when an existing parent accepts no
 * folders, as below /proc.
 */
export function makeFolder(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (getCode(error) === 'EEXIST' && isFolder(path)) return;
    const above = dirname(path);
    if (getCode(error) !== 'ENOENT' || above === path || isFolder(above)) throw error;
    makeFolder(above, mode);
    // Another process may have created it meanwhile.
    makeFolder(path, mode);
  }
}

/** GANTRY_CONFIG_DIR, else `$XDG_CONFIG_HOME/gantry`, else `~/.config/gantry`. */
export function getConfigDirectory(): string {
  const { GANTRY_CONFIG_DIR, XDG_CONFIG_HOME } = process.env;
  return GANTRY_CONFIG_DIR || join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'gantry');
}
