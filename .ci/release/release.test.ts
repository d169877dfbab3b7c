import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../setup/setup.mjs';
import { billOfMaterials, readBill } from './bill-of-materials.mjs';
import { checkInstalled } from './check-installed.mjs';
import { readJson, stagePackage } from './stage.mjs';

describe('the npm package of a release', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-staged-'));
  let files: string[] = [];
  beforeAll(async () => {
    await stagePackage(root, folder);
    files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contains built programs, the console and samples, and no sources, tests or development programs', () => {
    const needed = [
      'bin/gantry',
      'bin/gantry-server',
      'LICENSE',
      'npm-shrinkwrap.json',
      'packaging/systemd/gantry.service',
    ];
    const built = [
      'server/dist/main.mjs',
      'cli/dist/gantry.mjs',
      'cli/dist/jq.wasm',
      'web/dist/index.html',
      'web/dist/docs/index.html',
    ];
    expect(files).toEqual(expect.arrayContaining([...needed, ...built.map((file) => `packages/${file}`)]));
    expect(
      files.filter((file) => /\.tsx?$|\.test\.|\/meta\.json$|(demo|bench|simulate)\.mjs$|\.map$/.test(file)),
    ).toEqual([]);
    const texts = files.filter((file) => /\.(mjs|js|json|html)$/.test(file));
    expect(texts.filter((file) => readFileSync(path.join(folder, file), 'utf8').includes(root))).toEqual([]);
  });

  it('pins every package that it installs, without development packages', () => {
    const { packages } = readJson(path.join(folder, 'npm-shrinkwrap.json'));
    const { dependencies, optionalDependencies } = readJson(path.join(folder, 'package.json'));
    const names = Object.keys({ ...dependencies, ...optionalDependencies });
    expect(names).toEqual(['@node-rs/argon2', 'pg', 'unpdf', 'better-sqlite3', 'better-sqlite3-13']);
    const { '': own, ...others } = packages as Record<string, { integrity?: string; dev?: boolean }>;
    expect(Object.keys(others)).toEqual(expect.arrayContaining(names.map((name) => `node_modules/${name}`)));
    expect(Object.entries(others).filter(([, one]) => !one.integrity || one.dev)).toEqual([]);
    expect(own).toMatchObject({ dependencies });
  });

  it('works outside of the repository with its dependencies only', async () => {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await expect(checkInstalled(process.execPath, folder)).resolves.toContain('import of 2 records');
  });
});

describe('the bill of materials', () => {
  it('is the same for the same commit, and names bundled but no development packages', () => {
    const bill = readBill(root);
    const later = { ...bill, serialNumber: 'urn:uuid:other', metadata: { ...bill.metadata, timestamp: 'later' } };
    const [one, other] = [bill, later].map((given) => billOfMaterials(root, new Date(0), given));
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    const names = one?.components.map(({ group, name }) => (group ? `${group}/${name}` : name)) ?? [];
    expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'ink', 'redoc', '@node-rs/argon2']));
    expect(names.filter((name) => ['vitest', 'vite', '@gantry/bench', '@gantry/demo'].includes(name))).toEqual([]);
  });
});
