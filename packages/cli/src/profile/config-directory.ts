import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** GANTRY_CONFIG_DIR, else `$XDG_CONFIG_HOME/gantry`, else `~/.config/gantry`. */
export function getConfigDirectory(): string {
  const { GANTRY_CONFIG_DIR, XDG_CONFIG_HOME } = process.env;
  return GANTRY_CONFIG_DIR || join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'gantry');
}
