import path from 'node:path';
import { houses } from './houses.mjs';
import { importsOf } from './imports.mjs';
import { cyclesOfModules } from './module-cycles.mjs';
import { isCode, isTest } from './places.mjs';

/** @typedef {import('./houses.mjs').House} House */

/**
 * Packages meet at the core's door alone, and rooms import downward alone. Tests may look into any room of their package.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function boundaries(tree) {
  const findings = tree.files
    .filter((file) => isCode(file) && /^packages\/[^/]+\//.test(file))
    .flatMap((file) => {
      const refusals = importsOf(tree.parse(file)).flatMap(({ wanted, line }) => {
        const message = refusalOf(file, wanted);
        return message ? [{ file, line, message }] : [];
      });
      return isTest(file) || inAnyRoom(file) ? refusals : [{ file, line: 1, message: roomless(file) }, ...refusals];
    });
  return { findings: [...findings, ...cyclesOfModules(tree)] };
}

/**
 * @param {string} file
 * @param {string} wanted
 * @returns {string | undefined}
 */
function refusalOf(file, wanted) {
  const home = packageOf(file);
  const house = houses[home];
  if (!house) return undefined;
  if (!wanted.startsWith('.')) return refusalOfPackage(home, house, wanted, isTest(file));
  const target = path.posix.join(path.posix.dirname(file), wanted);
  const other = packageOf(target);
  if (
    other !== home &&
    (startsTheServer(file, target) ||
      standsOnTheServer(file, target) ||
      simulatesByProfile(file, target) ||
      buildsTheConsole(file, target))
  )
    return undefined;
  if (other !== home) return `packages/${home} reaches into ${other ? `packages/${other}` : target}`;
  return isTest(file) ? undefined : refusalOfRoom(house, roomOf(house, file), roomOf(house, target));
}

/**
 * Tests of a whole face run against a real server, started by what the server's own tests start it with.
 * @param {string} file
 * @param {string} target
 */
function startsTheServer(file, target) {
  return /^packages\/(cli|client|web)\/test\//.test(file) && target.startsWith('packages/server/test/');
}

/**
 * The demo and the benchmarks run the server in their own process, and start it as its tests do.
 * @param {string} file
 * @param {string} target
 */
function standsOnTheServer(file, target) {
  return /^packages\/(demo|bench)\//.test(file) && /^packages\/server\/(src|test)\//.test(target);
}

/**
 * The simulator uses the sign-in and the profiles of the command line.
 * @param {string} file
 * @param {string} target
 */
function simulatesByProfile(file, target) {
  return file.startsWith('packages/demo/src/simulate/') && target.startsWith('packages/cli/src/');
}

/**
 * What builds the console may use what builds every face.
 * @param {string} file
 * @param {string} target
 */
function buildsTheConsole(file, target) {
  return /^packages\/web\/build\//.test(file) && target.startsWith('.ci/build/');
}

/**
 * @param {string} home
 * @param {House} house
 * @param {string} wanted
 * @param {boolean} inTest
 */
function refusalOfPackage(home, house, wanted, inTest) {
  if (wanted.startsWith('@gantry/')) {
    const isOpen = house.doors.some((door) => (door.endsWith('/') ? wanted.startsWith(door) : wanted === door));
    return isOpen ? undefined : `packages/${home} may not import ${wanted}`;
  }
  if (house.packages === 'listed' || inTest) return undefined;
  if (house.packages.some((name) => `${wanted}/`.startsWith(`${name}/`))) return undefined;
  return `packages/${home} may import only ${house.packages.join(', ')}, not ${wanted}`;
}

/**
 * @param {House} house
 * @param {string | undefined} from
 * @param {string | undefined} to
 */
function refusalOfRoom(house, from, to) {
  if (!from || !to || from === to) return undefined;
  const allowed = house.rooms[from];
  return allowed === 'all' || allowed?.includes(to) ? undefined : `room ${from} may not import room ${to}`;
}

/** @param {string} file */
function packageOf(file) {
  return /^packages\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/**
 * @param {House} house
 * @param {string} file
 */
function roomOf(house, file) {
  const place = file.replace(/^packages\/[^/]+\/src\//, '');
  return Object.keys(house.rooms)
    .filter(
      (room) => place === room || (room === 'modules' ? /^modules\/[^/]+$/.test(place) : place.startsWith(`${room}/`)),
    )
    .sort((a, b) => b.length - a.length)[0];
}

/** @param {string} file */
function inAnyRoom(file) {
  const house = houses[packageOf(file)];
  const isDivided = house && Object.keys(house.rooms).length > 0;
  return !isDivided || !/^packages\/[^/]+\/src\//.test(file) || roomOf(house, file) !== undefined;
}

/** @param {string} file */
function roomless(file) {
  return `is in no room of packages/${packageOf(file)} that .ci/checks/houses.mjs knows`;
}
