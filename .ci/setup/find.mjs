import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a program by name on the PATH.
 * @param {string} name
 */
export function onPath(name) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

/** Finds a Chromium for the tests: the one in CHROMIUM_PATH, or else the first of the usual names. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : undefined;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.map(onPath).find(Boolean) ?? macApplications.find(isExecutable);
}

/** Finds the folder of PostgreSQL's programs: Debian keeps them off the PATH, in a folder for each major version. */
export function findPostgres(debianHome = '/usr/lib/postgresql') {
  const majors = existsSync(debianHome) ? readdirSync(debianHome).map(Number).filter(Number.isInteger) : [];
  const debian = majors
    .filter((major) => major >= 15)
    .sort((a, b) => a - b)
    .map((major) => path.join(debianHome, String(major), 'bin'));
  const initdb = onPath('initdb');
  const folders = initdb ? [...debian, path.dirname(initdb)] : debian;
  return folders.find((folder) => isExecutable(path.join(folder, 'initdb')));
}

/** Finds pgbouncer. Debian keeps it in a folder that only root has on the PATH. */
export function findPgbouncer() {
  return onPath('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
