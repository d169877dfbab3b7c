import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root as home } from '../setup/setup.mjs';
import { commits } from './commits.mjs';
import { billProblems, installed } from './installed.mjs';
import { biome, types, unused } from './tools.mjs';
import { treeAt } from './tree.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with the given files, and copies of some files of the project. */
function folderOf(files: Record<string, string>, copied: string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-check-'));
  folders.push(folder);
  for (const file of copied) cpSync(path.join(home, file), path.join(folder, file));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const shown = (verdict: { findings: { file: string; line: number; message: string }[] }) =>
  verdict.findings.map(({ file, line, message }) => `${file}:${line} ${message}`);

const typesOfCore = async (text: string) => {
  const copied = ['tsconfig.json', 'packages/core/tsconfig.json', 'packages/core/package.json'];
  const folder = folderOf({ 'packages/core/src/a.ts': text }, copied);
  return shown(await types(treeAt(folder), ['packages/core']));
};

test('types reports a type error', async () => {
  expect(await typesOfCore('\nexport const a: string = 1;\n')).toEqual([
    "packages/core/src/a.ts:2 TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
});

test.each(['document.title', "require('fs')", 'Buffer.of(1)'])(
  'types rejects a global of the browser or Node.js in the core: %s',
  async (code) => {
    expect(await typesOfCore(`export const a = ${code};\n`)).toHaveLength(1);
  },
);

test('types accepts correct code', async () => {
  expect(await typesOfCore("export const a: string = 'a';\n")).toEqual([]);
});

test('biome reports lint and format findings, and accepts clean code', async () => {
  const files = {
    'a.ts': 'export const a = (b: any) => b;\n',
    'b.ts': 'export  const c = 1;\n',
    'c.ts': "console.log('c');\n",
    'd.ts': 'export default 1;\n',
    'e.config.ts': 'export default 1;\n',
  };
  const plugins = readdirSync(path.join(home, '.ci/checks')).filter((name) => name.endsWith('.grit'));
  const folder = folderOf(files, ['biome.json', ...plugins.map((name) => `.ci/checks/${name}`)]);
  execFileSync('git', ['init', '-q'], { cwd: folder });
  writeFileSync(path.join(folder, '.gitignore'), '');
  expect(shown(await biome(treeAt(folder)))).toEqual([
    'a.ts:1 Unexpected any. Specify a different type. (lint/suspicious/noExplicitAny)',
    'b.ts:1 is not formatted: npx biome check --write',
    expect.stringMatching(/^c\.ts:1 .*noConsole\)$/),
    expect.stringMatching(/^d\.ts:1 .*noDefaultExport\)$/),
  ]);
  for (const file of ['c.ts', 'd.ts']) rmSync(path.join(folder, file));
  writeFileSync(path.join(folder, 'a.ts'), 'export const a = (b: number) => b;\n');
  writeFileSync(path.join(folder, 'b.ts'), 'export const c = 1;\n');
  expect(shown(await biome(treeAt(folder)))).toEqual([]);
});

test('unused reports an unused export, file and package, and no used ones', async () => {
  const knip = { entry: ['src/main.ts'], project: ['src/**/*.ts'] };
  const manifest = { name: 'a', version: '1.0.0', type: 'module', dependencies: { 'is-used': '1.0.0' }, knip };
  const folder = folderOf({
    'package.json': JSON.stringify(manifest),
    'src/main.ts': "import './gone.ts';\nimport { a } from './a.ts';\na();\n",
    'src/a.ts': 'export const a = () => 1;\nexport const b = () => 2;\nexport type C = string;\n',
    'src/orphan.ts': 'export const d = 1;\n',
  });
  expect(shown(await unused(treeAt(folder))).sort()).toEqual([
    'package.json:1 is-used: dependency used by nothing',
    'src/a.ts:2 b: export used by nothing',
    'src/a.ts:3 C: type used by nothing',
    'src/main.ts:1 ./gone.ts: import of what does not exist',
    'src/orphan.ts:1 is used by nothing',
  ]);
  writeFileSync(
    path.join(folder, 'src/main.ts'),
    "import 'is-used';\nimport { d } from './orphan.ts';\nimport * as all from './a.ts';\nexport type D = all.C;\nall.a(all.b(d));\n",
  );
  expect(shown(await unused(treeAt(folder)))).toEqual([]);
});

test('a tool that fails without findings is reported', async () => {
  expect(shown(await types(treeAt(folderOf({ 'a.ts': '' })), ['packages/none']))).toEqual([
    expect.stringContaining('TS5058'),
  ]);
});

test('commits reads subjects from the Git history', () => {
  const folder = folderOf({ 'a.ts': '' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', `server: ${'a'.repeat(57)}`, '-m', 'A body may be as long as it likes.');
  expect(shown(commits(treeAt(folder)))).toEqual([]);
  git('commit', '-q', '--allow-empty', '-m', 'Fix things');
  git('commit', '-q', '--allow-empty', '-m', `server: ${'a'.repeat(58)}`);
  expect(shown(commits(treeAt(folder)))).toEqual([
    expect.stringMatching(/^commit \w+:1 is longer than 65 characters: server: a+$/),
    expect.stringMatching(/^commit \w+:1 does not read "area: what": Fix things$/),
  ]);
});

test('commits accepts a folder without a Git history', () => {
  expect(commits(treeAt(folderOf({ 'a.ts': '' })))).toEqual({ findings: [], note: 'no history here' });
});

test('installed reports a required package that is not installed', async () => {
  const manifest = { name: 'a', version: '1.0.0', dependencies: { 'left-out': '1.0.0' } };
  const folder = folderOf({ 'package.json': JSON.stringify(manifest) });
  expect(shown(await installed(treeAt(folder)))).toEqual([expect.stringContaining('missing: left-out@1.0.0')]);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'a', version: '1.0.0' }));
  expect(shown(await installed(treeAt(folder)))).toEqual([]);
});

test('billProblems reports differences to the installed packages', () => {
  const [a, ours] = [
    { name: 'a', version: '1.0.0' },
    { name: 'core', version: '1.0.0', purl: 'pkg:npm/%40gantry/core' },
  ];
  const scoped = { group: '@b', name: 'c', version: '2.0.0', hashes: [{}] };
  const there = new Set(['a@1.0.0', '@b/c@2.0.0']);
  expect(billProblems({ components: [{ ...a, hashes: [{}] }, scoped, ours] }, there)).toEqual([]);
  expect(billProblems({ components: [a] }, there)).toEqual([
    '@b/c@2.0.0 is installed, and the bill does not name it',
    'the bill has no hash of a@1.0.0',
  ]);
  const gone = new Set(['@b/c@2.0.0']);
  expect(billProblems({ components: [{ ...a, hashes: [{}] }, scoped] }, gone)).toEqual([
    'the bill names a@1.0.0, which is not installed',
  ]);
});
