import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, isFresh, markFresh } from '../build/freshness.mjs';
import { startDriver, takeDriver } from './driver.mjs';
import { findPostgres } from './find.mjs';
import { isInstalled, lockFollowsManifests } from './install.mjs';
import { checkNode } from './node-version.mjs';
import { withPostgres } from './postgres.mjs';
import { root } from './setup.mjs';
import { newTestFolder, setup } from './test-folder.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, content: unknown) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
};

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('accepts Node %s', (version) => {
  expect(() => checkNode(version)).not.toThrow();
});

test.each(['18.20.0', '20.18.3', '20.9.0'])('rejects Node %s in one sentence', (version) => {
  expect(() => checkNode(version)).toThrow(`Gantry needs Node 20.19.0 or newer, and this is Node ${version}.`);
});

test('treats packages as installed when npm has recorded the content of the lockfile', () => {
  const wanted = { version: '1.0.0', integrity: 'sha512-x' };
  const foreign = { version: '2.0.0', optional: true };
  write('package-lock.json', { packages: { '': {}, 'node_modules/a': wanted, 'node_modules/b-for-mac': foreign } });
  expect(isInstalled(folder)).toBe(false);
  write('node_modules/.package-lock.json', { packages: { 'node_modules/a': wanted } });
  expect(isInstalled(folder)).toBe(true);
  write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { ...wanted, version: '0.9.0' } } });
  expect(isInstalled(folder)).toBe(false);
});

test('does not treat packages of Node 20 as installed on Node 22, which needs another SQLite driver', () => {
  const driver = { version: '13.0.0', integrity: 'sha512-x', optional: true };
  write('package-lock.json', { packages: { '': {}, 'node_modules/better-sqlite3-13': driver } });
  write('node_modules/.package-lock.json', { packages: {} });
  expect([isInstalled(folder, '20.19.0'), isInstalled(folder, '22.13.0')]).toEqual([true, false]);
});

test('rejects a lockfile of other manifests', () => {
  write('package-lock.json', { packages: { '': { dependencies: { a: '1.0.0' } }, 'packages/core': {} } });
  write('package.json', { dependencies: { a: '1.0.0' } });
  write('packages/core/package.json', { name: 'core' });
  expect(lockFollowsManifests(folder)).toBe(true);
  write('packages/core/package.json', { name: 'core', devDependencies: { b: '1.0.0' } });
  expect(lockFollowsManifests(folder)).toBe(false);
});

test('uses a driver that was built ahead only when it was built from the package in the lockfile', async () => {
  const [place, release] = [
    'node_modules/better-sqlite3',
    'node_modules/better-sqlite3/build/Release/better_sqlite3.node',
  ];
  const [root, ahead] = [path.join(folder, 'root'), path.join(folder, 'ahead')];
  const lock = (integrity: string) => ({ packages: { [place]: { version: '1.0.0', integrity } } });
  write('root/package-lock.json', lock('sha512-x'));
  write('ahead/node_modules/.package-lock.json', lock('sha512-y'));
  write(`ahead/${release}`, 'driver');
  const taking = takeDriver(root, ahead);
  write('ahead/ended', '');
  expect(await taking).toBe(false);
  expect(existsSync(path.join(root, release))).toBe(false);
  write('ahead/node_modules/.package-lock.json', lock('sha512-x'));
  expect(await takeDriver(root, ahead)).toBe(true);
  expect(readFileSync(path.join(root, release), 'utf8')).toBe('driver');
  rmSync(path.join(ahead, release));
  expect(await takeDriver(root, ahead)).toBe(false);
});

test('starts a driver build only once and removes its files', async () => {
  const ofTheRun = process.env.GANTRY_DRIVER_FOLDER;
  delete process.env.GANTRY_DRIVER_FOLDER;
  const driver = startDriver(root);
  const ahead = process.env.GANTRY_DRIVER_FOLDER ?? '';
  expect(startDriver(root)).toBeNull();
  await expect.poll(() => existsSync(path.join(ahead, 'ended'))).toBe(true);
  expect(existsSync(path.join(ahead, 'builder'))).toBe(true);
  await driver?.end();
  expect([existsSync(ahead), process.env.GANTRY_DRIVER_FOLDER]).toEqual([false, undefined]);
  if (ofTheRun !== undefined) process.env.GANTRY_DRIVER_FOLDER = ofTheRun;
});

test('does not wait for a driver whose build was killed', async () => {
  const ahead = path.join(folder, 'ahead');
  const builder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  write('ahead/builder', String(builder.pid));
  const taking = takeDriver(path.join(folder, 'root'), ahead);
  expect(await Promise.race([taking, delay(300, 'waiting')])).toBe('waiting');
  builder.kill('SIGKILL');
  expect(await Promise.race([taking, delay(10_000, 'waiting')])).toBe(false);
});

test('treats a build as stale when a source is written, added or removed, but not when a test is', () => {
  write('src/a.ts', 'a');
  const print = () => fingerprint(folder, ['src', 'absent.json']);
  const [stamp, output] = [path.join(folder, 'cache/stamp'), path.join(folder, 'src/a.ts')];
  expect(isFresh(stamp, output, print())).toBe(false);
  const first = print();
  markFresh(stamp, first);
  expect(isFresh(stamp, output, print())).toBe(true);
  write('src/a.test.ts', 'test');
  expect(print()).toBe(first);
  write('src/b.ts', 'b');
  expect(isFresh(stamp, output, print())).toBe(false);
  rmSync(path.join(folder, 'src/b.ts'));
  expect(isFresh(stamp, output, print())).toBe(true);
  expect(isFresh(stamp, path.join(folder, 'dist/gone.mjs'), print())).toBe(false);
  utimesSync(path.join(folder, 'src/a.ts'), 1, 1);
  expect(isFresh(stamp, output, print())).toBe(false);
});

test('selects the oldest PostgreSQL that is recent enough', () => {
  for (const major of ['13', '16', '15']) {
    write(`${major}/bin/initdb`, '');
    chmodSync(path.join(folder, major, 'bin/initdb'), 0o755);
  }
  expect(findPostgres(folder)).toBe(path.join(folder, '15/bin'));
});

const prompt = (url: string, sql: string) =>
  execFileSync(path.join(findPostgres() ?? '', 'psql'), ['-Atc', sql, url], { encoding: 'utf8', stdio: 'pipe' });

test('starts a temporary PostgreSQL that is durable, responds, and is removed afterwards', async () => {
  let url = '';
  const code = await withPostgres(async (env) => {
    url = env.GANTRY_TEST_POSTGRES ?? '';
    expect(prompt(url, 'show fsync')).toBe('on\n');
    return 7;
  });
  expect(code).toBe(7);
  expect(() => prompt(url, 'select 1')).toThrow('Connection refused');
});

test('removes the temporary PostgreSQL after a failure', async () => {
  let url = '';
  const failing = withPostgres(async (env) => {
    url = env.GANTRY_TEST_POSTGRES ?? '';
    throw new Error('the tests broke');
  });
  await expect(failing).rejects.toThrow('the tests broke');
  expect(() => prompt(url, 'select 1')).toThrow('Connection refused');
});

const runner = (code: string) => {
  const run = path.resolve(import.meta.dirname, 'run.mjs');
  return `import { run } from ${JSON.stringify(run)};
process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(code)}]);`;
};

test('passes the exit code of a program on', () => {
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', runner('process.exitCode = 9')]).status).toBe(9);
});

test('forwards a signal and waits until the program exits', async () => {
  const program =
    "process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); process.stdout.write('up')";
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner(program)], {
    stdio: ['ignore', 'pipe', 2],
  });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(5);
});

test('ends a program under npm when the shell that npm started is gone', async () => {
  const program = `
    process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); process.stdout.write(String(process.pid))`;
  write('runner.mjs', runner(program));
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${folder}/runner.mjs"; true`], {
    env,
    stdio: ['ignore', 'pipe', 2],
  });
  const pid = Number(await new Promise((resolve) => shell.stdout?.once('data', resolve)));
  const isGone = new Promise((resolve) => shell.stdout?.once('close', () => resolve('gone')));
  shell.kill('SIGTERM');
  expect(await isGone).toBe('gone');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('does not wait for the disk in a PostgreSQL for tests only', async () => {
  const work = async (env: NodeJS.ProcessEnv) =>
    Number(prompt(env.GANTRY_TEST_POSTGRES ?? '', 'show fsync') !== 'off\n');
  expect(await withPostgres(work, { durable: false })).toBe(0);
});

test('removes the files of a run with its folder, of which a run has only one', () => {
  const killed = newTestFolder().env.TMPDIR ?? '';
  utimesSync(killed, 1, 1);
  const { env, remove } = newTestFolder();
  expect(existsSync(killed)).toBe(false);
  writeFileSync(path.join(env.TMPDIR ?? '', 'left'), 'x');
  expect(env.GANTRY_TEST_FOLDER).toBe(env.TMPDIR);
  remove();
  expect(existsSync(env.TMPDIR ?? '')).toBe(false);
  expect(setup()).toBeUndefined();
});
