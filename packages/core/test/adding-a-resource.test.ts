import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(path.join(root, 'packages/core/docs/adding-a-resource.md'), 'utf8');

/** A code block of the page. `what` holds the attributes of its first line. */
interface Step {
  readonly what: Readonly<Record<string, string>>;
  readonly text: string;
}

const steps: Step[] = [...page.matchAll(/^```ts (.+)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({
  what: Object.fromEntries(
    [...info.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, key, quoted, raw]) => [key, quoted ?? raw]),
  ),
  text,
}));

let copy: string;
let after: Record<string, string>;

/** Copies the sources to a temporary folder, with links to the installed modules. */
function copySources(): string {
  const target = mkdtempSync(path.join(tmpdir(), 'gantry-page-'));
  for (const name of ['package.json', 'tsconfig.json', 'bin', '.ci'])
    cpSync(path.join(root, name), path.join(target, name), { recursive: true });
  for (const name of readdirSync(path.join(root, 'packages'))) {
    const source = path.join(root, 'packages', name);
    cpSync(source, path.join(target, 'packages', name), {
      recursive: true,
      filter: (file) => !/[\\/](dist|node_modules)$/.test(file),
    });
  }
  const modules = path.join(target, 'node_modules');
  mkdirSync(path.join(modules, '@gantry'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@gantry') symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const name of ['core', 'server', 'cli', 'web'])
    symlinkSync(path.join(target, 'packages', name), path.join(modules, '@gantry', name));
  return target;
}

async function build(): Promise<void> {
  const load = (file: string) => import(pathToFileURL(path.join(root, '.ci/build', file)).href);
  await (await load('server.mjs')).buildServer(copy);
  await (await load('cli.mjs')).buildCli(copy);
}

const run = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [path.join(copy, program), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Generates the four snapshots for the copy. */
async function generateSnapshots(): Promise<Record<string, string>> {
  const load = (file: string) => import(pathToFileURL(path.join(copy, '.ci/snapshots', file)).href);
  const { snapshots } = await load('table.mjs');
  const { generate } = await load('generate.mjs');
  return Object.fromEntries(snapshots.map((snapshot: { file: string }) => [snapshot.file, generate(copy, snapshot)]));
}

/** Applies a step: creates a file, or inserts lines before or after a line of a file. */
function applyStep({ what, text }: Step): void {
  if (what.file) {
    writeFileSync(path.join(copy, what.file), text);
    return;
  }
  const file = path.join(copy, what.in ?? '');
  const source = readFileSync(file, 'utf8');
  const marker = what.after ?? what.before ?? '';
  expect(source.split(marker).length, `${what.in} has one line ${marker}`).toBe(2);
  writeFileSync(
    file,
    source.replace(marker, what.after ? `${marker}\n${text.trimEnd()}` : `${text.trimEnd()}\n${marker}`),
  );
}

beforeAll(async () => {
  copy = copySources();
  for (const step of steps) applyStep(step);
  await build();
  after = await generateSnapshots();
}, 180_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('adding a resource requires at most 3 files and 100 lines', () => {
  const written = steps.filter(({ what }) => !what.from);
  const files = new Set(written.map(({ what }) => what.file ?? what.in));
  expect([...files].length).toBeLessThanOrEqual(3);
  expect(written.flatMap(({ text }) => text.trimEnd().split('\n')).length).toBeLessThanOrEqual(100);
});

it('the server prints the migration that the page shows', () => {
  const shown = steps.find((step) => step.what.from)?.text ?? '';
  const printed = run('packages/server/dist/main.mjs', 'snapshot', 'migration', 'glossary-term');
  expect(printed.replace(/NNNN/, '9001').trim()).toBe(shown.trim());
});

it.each([
  ['schema.sql', 'glossary_terms'],
  ['routes.txt', '/glossary-term/publish'],
  ['commands.txt', 'gantry glossary-term create'],
  ['screens.txt', 'glossaryTerm'],
])('the resource appears in the snapshot %s', (file, added) => {
  const committed = readFileSync(path.join(root, '.ci/snapshots', file), 'utf8');
  expect(committed).not.toContain(added);
  expect(after[file]).toContain(added);
});

it('the CLI manages records of the new resource', async () => {
  const data = path.join(copy, 'data');
  const createAdminArgs = ['admin', 'create', '--username', 'writer', '--password-stdin', '--data', data];
  execFileSync(process.execPath, [path.join(copy, 'packages/server/dist/main.mjs'), ...createAdminArgs], {
    input: 'Amber-willow-62-cliff\n',
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const server = spawn(
    process.execPath,
    [path.join(copy, 'packages/server/dist/main.mjs'), '--port', '0', '--data', data, '--drain-seconds', '0'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  try {
    const url = await new Promise<string>((resolve) =>
      server.stdout.on(
        'data',
        (piece: Buffer) =>
          /listening on (\S+)/.exec(piece.toString())?.[1] &&
          resolve(/listening on (\S+)/.exec(piece.toString())?.[1] ?? ''),
      ),
    );
    const env = { ...process.env, GANTRY_CONFIG_DIR: path.join(copy, 'config'), GANTRY_LOCALE: 'en-US' };
    const gantry = (args: string[], input = '') =>
      execFileSync(process.execPath, [path.join(copy, 'packages/cli/dist/gantry.mjs'), ...args], {
        env,
        input,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      });
    gantry(['login', '--server', url, '--username', 'writer', '--password-stdin'], 'Amber-willow-62-cliff');
    const id = gantry([
      'glossary-term',
      'create',
      '--term',
      '算力',
      '--meaning',
      'Compute that models are paid with',
    ]).trim();
    gantry(['glossary-term', 'publish', id]);
    expect(gantry(['glossary-term', 'list', '--keyword', '算力', '--fields', 'term,status', '-o', 'csv'])).toBe(
      `id,term,status\r\n${id},算力,published\r\n`,
    );
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}, 60_000);
