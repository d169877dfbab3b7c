// npm run node-versions [-- --release DIR]: installs a release on each supported Node.js line and uses it. Takes minutes and
// needs
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkInstalled } from './release/check-installed.mjs';
import { makeRelease } from './release/make-release.mjs';
import { Problem, runMain, say } from './setup/problem.mjs';
import { root, setup } from './setup/setup.mjs';

/** The Node.js lines that a release supports. The newest release of each is used. */
const nodeLines = [20, 22, 24];

/**
 * Runs npm on a given Node.js, without the settings of the repository. Returns its output.
 * @param {string[]} args
 * @param {string} cwd
 * @param {string} [node]
 */
function npm(args, cwd, node) {
  // `npm run` passes the settings of the repository's .npmrc on as variables, and one of them disables install scripts.
  const inherited = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  const PATH = `${node ? `${path.dirname(node)}${path.delimiter}` : ''}${process.env.PATH}`;
  const env = { ...Object.fromEntries(inherited), PATH };
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Problem(`npm ${args.join(' ')} failed.\n${stderr}`);
  return stdout + stderr;
}

/**
 * @param {number} line
 * @param {string} folder
 * @param {string} archive
 */
async function checkLine(line, folder, archive) {
  const home = path.join(folder, `node-${line}`);
  mkdirSync(home);
  // The install script of the package `node` downloads Node.js, and npm only runs allowed scripts.
  writeFileSync(path.join(home, 'package.json'), '{"private":true,"allowScripts":{"node":true}}');
  npm(['install', '--no-audit', '--no-fund', `node@${line}`], home);
  const node = path.join(home, 'node_modules/node/bin/node');
  const prefix = path.join(home, 'prefix');
  // Node.js 20 needs the SQLite driver whose install script downloads or compiles it; later ones have it in the package.
  const scripts = line < 22 ? ['--allow-scripts=better-sqlite3'] : ['--ignore-scripts'];
  const printed = npm(['install', '--global', '--prefix', prefix, ...scripts, archive], home, node);
  if (/EBADENGINE/.test(printed)) throw new Problem(`On Node ${line} npm warns of an engine:\n${printed}`);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  say(`${version}  ${await checkInstalled(node, path.join(prefix, 'lib/node_modules/gantry'))}`);
}

await runMain(async () => {
  const { values } = parseArgs({ options: { release: { type: 'string' } } });
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-node-versions-'));
  try {
    const release = path.resolve(values.release ?? path.join(folder, 'release'));
    if (values.release === undefined) {
      const code = await setup();
      if (code !== 0) return code;
      await makeRelease(root, release);
    }
    const archive = readdirSync(release).find((name) => /^gantry-\d.*\.tgz$/.test(name));
    if (!archive) throw new Problem(`${release} holds no release.`);
    for (const line of nodeLines) await checkLine(line, folder, path.join(release, archive));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
