import { execFile } from 'node:child_process';
import path from 'node:path';
import { root as home } from '../setup/setup.mjs';

/** @typedef {import('./tree.mjs').Finding} Finding */
/** @typedef {import('./tree.mjs').Tree} Tree */
/** @typedef {import('./tree.mjs').Verdict} Verdict */

/** The TypeScript projects: the packages, the tests that are not in the project of their package, and the tooling. */
const projects = [
  ...['core', 'client', 'server', 'cli', 'web', 'demo', 'bench'].map((name) => `packages/${name}`),
  '.ci/tsconfig.tests.json',
  '.ci',
];

/**
 * Runs a program of node_modules on a tree on disk. A failure without findings is reported as a finding.
 * @param {Tree} tree
 * @param {string} program
 * @param {string[]} args
 * @param {(stdout: string) => Finding[]} read
 * @returns {Promise<Finding[]>}
 */
function findingsOf(tree, program, args, read) {
  const options = { cwd: tree.root, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(path.join(home, 'node_modules/.bin', program), args, options, (error, stdout, stderr) => {
      const findings = read(stdout);
      if (error && findings.length === 0)
        findings.push({ file: program, line: 1, message: `${stdout}${stderr}`.trim() });
      resolve(findings);
    });
  });
}

/**
 * @param {Tree} tree
 * @returns {Promise<Verdict>}
 */
export async function types(tree, wanted = projects) {
  const read = (/** @type {string} */ stdout) =>
    [...stdout.matchAll(/^(.+?)\((\d+),\d+\): error (.*)$/gm)].map(([, file = '', line, message = '']) => ({
      file,
      line: Number(line),
      message,
    }));
  const found = await Promise.all(
    // Several threads of one project check the same types again; one thread per project takes half the work.
    wanted.map((project) => findingsOf(tree, 'tsc', ['-p', project, '--singleThreaded', '--pretty', 'false'], read)),
  );
  const once = new Map(found.flat().map((finding) => [JSON.stringify(finding), finding]));
  return { findings: [...once.values()], note: `${wanted.length} projects` };
}

/**
 * Checks format and lint rules of biome.json.
 * @param {Tree} tree
 * @returns {Promise<Verdict>}
 */
export async function biome(tree) {
  const args = ['check', '--reporter=json', '--max-diagnostics=1000', '--error-on-warnings', '.'];
  const findings = await findingsOf(tree, 'biome', args, (stdout) => {
    /** @type {{category: string, message: string, location: {path: string, start?: {line: number}}}[]} */
    const diagnostics = JSON.parse(stdout || '{}').diagnostics ?? [];
    return diagnostics.map(({ category, message, location }) => ({
      file: location.path,
      line: location.start?.line || 1,
      message: category === 'format' ? 'is not formatted: npx biome check --write' : `${message} (${category})`,
    }));
  });
  return { findings };
}

/** The names of knip's findings, and our messages. */
const unusedKinds = {
  files: 'is used by nothing',
  exports: 'export used by nothing',
  types: 'type used by nothing',
  dependencies: 'dependency used by nothing',
  devDependencies: 'dependency used by nothing',
  unlisted: 'package missing in package.json',
  unresolved: 'import of what does not exist',
  binaries: 'program missing in package.json',
  duplicates: 'exported twice',
};

/**
 * Finds unused files, exports and dependencies, and packages that are used but not listed.
 * @param {Tree} tree
 * @returns {Promise<Verdict>}
 */
export async function unused(tree) {
  const args = ['--reporter', 'json', '--no-progress', '--no-config-hints'];
  const findings = await findingsOf(tree, 'knip', args, (stdout) => {
    /** @type {({file: string} & Record<string, {name: string, line?: number}[]>)[]} */
    const issues = JSON.parse(stdout || '{}').issues ?? [];
    return issues.flatMap(({ file, ...issue }) =>
      Object.entries(unusedKinds).flatMap(([kind, message]) =>
        (issue[kind] ?? []).map(({ name, line = 1 }) => ({
          file,
          line,
          message: kind === 'files' ? message : `${name}: ${message}`,
        })),
      ),
    );
  });
  return { findings };
}
