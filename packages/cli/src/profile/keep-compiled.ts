import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Next to the profiles where GANTRY_CONFIG_DIR says, else `$XDG_CACHE_HOME/gantry`, else `~/.cache/gantry`. */
function cacheDirectory(): string {
  const { GANTRY_CONFIG_DIR, XDG_CACHE_HOME } = process.env;
  if (GANTRY_CONFIG_DIR) return join(GANTRY_CONFIG_DIR, 'cache');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'gantry');
}

/**
 * Keeps what is loaded after this in its compiled form for the next start: a tenth of the start of the terminal interface, too
 * little for a command to be worth its files. Node.js 20 cannot.
 */
export function keepCompiled(): void {
  const enable: unknown = Reflect.get(module, 'enableCompileCache');
  if (typeof enable === 'function') enable(join(cacheDirectory(), 'compiled'));
}
