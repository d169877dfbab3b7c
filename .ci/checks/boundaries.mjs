import path from 'node:path';
import { isCode, isTest } from './file-kinds.mjs';
import { importsOf } from './imports.mjs';
import { cyclesOfModules, importsPastIndex } from './module-cycles.mjs';
import { packageRules } from './package-layers.mjs';

/** @typedef {import('./package-layers.mjs').PackageRules} PackageRules */

/**
 * Checks imports: packages import only the entry points of the core, parts of a package import lower layers only, and modules of
 * the server import each other in one direction and through index.ts. Tests may import any part of their package.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function boundaries(tree) {
  const findings = tree.files
    .filter((file) => isCode(file) && /^packages\/[^/]+\//.test(file))
    .flatMap((file) => {
      const rejections = importsOf(tree.parse(file)).flatMap(({ wanted, line }) => {
        const message = rejectionOf(file, wanted);
        return message ? [{ file, line, message }] : [];
      });
      return isTest(file) || isInAnyPart(file)
        ? rejections
        : [{ file, line: 1, message: messageWithoutPart(file) }, ...rejections];
    });
  return { findings: [...findings, ...cyclesOfModules(tree), ...importsPastIndex(tree)] };
}

/**
 * @param {string} file
 * @param {string} wanted
 * @returns {string | undefined}
 */
function rejectionOf(file, wanted) {
  const home = packageOf(file);
  const rules = packageRules[home];
  if (!rules) return undefined;
  if (!wanted.startsWith('.')) return rejectionOfPackage(home, rules, wanted, isTest(file));
  const target = path.posix.join(path.posix.dirname(file), wanted);
  const other = packageOf(target);
  if (
    other !== home &&
    (startsTheServer(file, target) ||
      runsTheServer(file, target) ||
      simulatesByProfile(file, target) ||
      buildsTheConsole(file, target))
  )
    return undefined;
  if (other !== home) return `packages/${home} reaches into ${other ? `packages/${other}` : target}`;
  return isTest(file) ? undefined : rejectionOfPart(rules, partOf(rules, file), partOf(rules, target));
}

/**
 * Whether a client's test imports server test helpers: they start a real server and share test data with the core.
 * @param {string} file
 * @param {string} target
 */
function startsTheServer(file, target) {
  return /^packages\/(cli|client|web)\/test\//.test(file) && /^packages\/(server|core)\/test\//.test(target);
}

/**
 * Whether the demo or the benchmarks import the server, which they run in their own process.
 * @param {string} file
 * @param {string} target
 */
function runsTheServer(file, target) {
  return /^packages\/(demo|bench)\//.test(file) && /^packages\/server\/(src|test)\//.test(target);
}

/**
 * Whether the simulator imports the sign-in and the profiles of the CLI.
 * @param {string} file
 * @param {string} target
 */
function simulatesByProfile(file, target) {
  return file.startsWith('packages/demo/src/simulate/') && target.startsWith('packages/cli/src/');
}

/**
 * Whether the build of the console imports build tools that all clients share.
 * @param {string} file
 * @param {string} target
 */
function buildsTheConsole(file, target) {
  return /^packages\/web\/build\//.test(file) && target.startsWith('.ci/build/');
}

/**
 * @param {string} home
 * @param {PackageRules} rules
 * @param {string} wanted
 * @param {boolean} inTest
 */
function rejectionOfPackage(home, rules, wanted, inTest) {
  if (wanted.startsWith('@gantry/')) {
    const isOpen = rules.entryPoints.some((one) => (one.endsWith('/') ? wanted.startsWith(one) : wanted === one));
    return isOpen ? undefined : `packages/${home} may not import ${wanted}`;
  }
  if (rules.dependencies === 'listed' || inTest) return undefined;
  if (rules.dependencies.some((name) => `${wanted}/`.startsWith(`${name}/`))) return undefined;
  return `packages/${home} may import only ${rules.dependencies.join(', ')}, not ${wanted}`;
}

/**
 * @param {PackageRules} rules
 * @param {string | undefined} from
 * @param {string | undefined} to
 */
function rejectionOfPart(rules, from, to) {
  if (!from || !to || from === to) return undefined;
  const allowed = rules.parts[from];
  return allowed === 'all' || allowed?.includes(to) ? undefined : `${from} may not import ${to}`;
}

/** @param {string} file */
function packageOf(file) {
  return /^packages\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/**
 * @param {PackageRules} rules
 * @param {string} file
 */
function partOf(rules, file) {
  const place = file.replace(/^packages\/[^/]+\/src\//, '');
  return Object.keys(rules.parts)
    .filter(
      (part) => place === part || (part === 'modules' ? /^modules\/[^/]+$/.test(place) : place.startsWith(`${part}/`)),
    )
    .sort((a, b) => b.length - a.length)[0];
}

/** @param {string} file */
function isInAnyPart(file) {
  const rules = packageRules[packageOf(file)];
  const isDivided = rules && Object.keys(rules.parts).length > 0;
  return !isDivided || !/^packages\/[^/]+\/src\//.test(file) || partOf(rules, file) !== undefined;
}

/** @param {string} file */
function messageWithoutPart(file) {
  return `is in no part of packages/${packageOf(file)} that .ci/checks/package-layers.mjs lists`;
}
