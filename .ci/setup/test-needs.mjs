import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { findChromium, findPgbouncer, findPostgres, onPath } from './find.mjs';
import { Problem, say } from './problem.mjs';
import { run } from './run.mjs';

/** Requirements of the tests beyond npm packages. `find` returns the location, or nothing. */
const needs = [
  { name: 'Chromium', find: findChromium, debian: ['chromium'], hint: 'or set CHROMIUM_PATH to one' },
  { name: 'a font with Chinese characters', find: findChineseFont, debian: ['fonts-noto-cjk'], hint: '' },
  { name: 'PostgreSQL 15 or newer', find: findPostgres, debian: ['postgresql'], hint: 'with initdb on the PATH' },
  { name: 'pgbouncer', find: findPgbouncer, debian: ['pgbouncer'], hint: 'a connection pooler for PostgreSQL' },
  { name: 'tmux', find: () => onPath('tmux'), debian: ['tmux'], hint: 'a terminal for the terminal interface' },
];

/** Finds the requirements of the tests. On Debian as root, installs missing ones; elsewhere prints what to install. */
export async function ensureTestNeeds() {
  const missing = needs.filter((need) => !need.find());
  if (missing.length === 0) return;
  const names = missing.map((need) => [need.name, need.hint].filter(Boolean).join(', ')).join('; ');
  if (!onPath('apt-get') || process.getuid?.() !== 0) throw new Problem(`The tests need: ${names}.`);
  await installOnDebian(missing.flatMap((need) => need.debian));
  const absent = missing.filter((need) => !need.find());
  if (absent.length > 0) throw new Problem(`Installed, yet not found: ${absent.map((need) => need.name).join('; ')}.`);
}

/** @param {string[]} packages */
async function installOnDebian(packages) {
  say(`Installing ${packages.join(', ')} (apt-get) ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends'];
  const steps = [['update'], [...install, ...packages]];
  if (packages.includes('postgresql')) steps.splice(1, 0, [...install, 'postgresql-common']);
  for (const step of steps) {
    const code = await run('apt-get', ['-qq', ...step], { env, quiet: true });
    if (code !== 0) throw new Problem(`apt-get ${step[0]} failed with exit code ${code}; its output above says why.`);
    if (step.includes('postgresql-common')) noClusterOfItsOwn();
  }
}

/** Keeps Debian from creating and starting a cluster when it installs PostgreSQL; the tests start their own. */
function noClusterOfItsOwn() {
  const folder = '/etc/postgresql-common/createcluster.d';
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/gantry.conf`, 'create_main_cluster = false\n');
}

/** Without a tool that lists fonts, a Chinese font is assumed to exist. */
function findChineseFont() {
  if (!onPath('fc-list')) return existsSync('/etc/debian_version') ? undefined : 'unknown';
  return spawnSync('fc-list', [':lang=zh', 'file'], { encoding: 'utf8' }).stdout.split('\n')[0] || undefined;
}
