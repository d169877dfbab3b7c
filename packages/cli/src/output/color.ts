import process from 'node:process';
import chalk from 'chalk';

/** Sets the color mode of the process. Chalk respects FORCE_COLOR but not NO_COLOR, so it is decided here. */
export function applyColor(when: string): void {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM } = process.env;
  if (when === 'always') chalk.level = chalk.level === 0 ? 1 : chalk.level;
  else if (when === 'never' || TERM === 'dumb' || (NO_COLOR && !FORCE_COLOR && !CLICOLOR_FORCE)) chalk.level = 0;
}
