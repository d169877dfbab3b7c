import process from 'node:process';

/** Whether text on stdout is colored: `--color` decides, else it is on a terminal unless the environment disables it. */
export function isColorWanted(when: string): boolean {
  if (when !== 'auto') return when === 'always';
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM } = process.env;
  if ((FORCE_COLOR && FORCE_COLOR !== '0') || (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0')) return true;
  return process.stdout.isTTY === true && !NO_COLOR && FORCE_COLOR !== '0' && TERM !== 'dumb';
}
