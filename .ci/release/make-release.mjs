import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '../setup/problem.mjs';
import { billOfMaterials } from './bill-of-materials.mjs';
import { readJson, stagePackage, writeJson } from './stage.mjs';

/**
 * Writes the files of a release to `out` and returns the output of `sha256sum` for them. The same commit gives the same bytes.
 * @param {string} root
 * @param {string} out
 */
export async function makeRelease(root, out) {
  const time = commitTime(root);
  const { version } = readJson(path.join(root, 'package.json'));
  mkdirSync(out, { recursive: true });
  const staged = mkdtempSync(path.join(tmpdir(), 'gantry-release-'));
  try {
    const [product, client] = [path.join(staged, 'gantry'), path.join(staged, 'client')];
    mkdirSync(product);
    await stagePackage(root, product);
    stageClient(root, client);
    const files = [pack(product, out, `gantry-${version}.tgz`), pack(client, out, `gantry-client-${version}.tgz`)];
    const bill = `gantry-${version}.cdx.json`;
    writeJson(path.join(out, bill), billOfMaterials(root, time));
    const sums = [...files, bill].sort().map((file) => `${sha256(path.join(out, file))}  ${file}`);
    writeFileSync(path.join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
    return sums;
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/**
 * The time of the commit, which is used as the time of the release.
 * @param {string} root
 */
function commitTime(root) {
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('show', '-s', '--format=%ct', 'HEAD');
  if (status !== 0) throw new Problem('A release is made from a git repository: its commit is part of the version.');
  if (git('status', '--porcelain').stdout !== '')
    throw new Problem(
      'Commit or remove the changes of the working tree first: a release names the commit it was made from.',
    );
  return new Date(Number(stdout) * 1000);
}

/**
 * @param {string} root
 * @param {string} folder
 */
function stageClient(root, folder) {
  const home = path.join(root, 'packages/client');
  mkdirSync(folder);
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  execFileSync(compiler, ['-p', path.join(home, 'tsconfig.build.json'), '--outDir', path.join(folder, 'dist')]);
  const { scripts: _scripts, ...manifest } = readJson(path.join(home, 'package.json'));
  writeJson(path.join(folder, 'package.json'), manifest);
  copyFileSync(path.join(home, 'README.md'), path.join(folder, 'README.md'));
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}

/**
 * Packs a folder. npm writes archives with a fixed time, in a fixed order and without owners.
 * @param {string} folder
 * @param {string} out
 * @param {string} name the name of the archive
 */
function pack(folder, out, name) {
  const args = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', out];
  const text = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const [{ filename }] = JSON.parse(text);
  if (filename !== name) renameSync(path.join(out, filename), path.join(out, name));
  return name;
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
