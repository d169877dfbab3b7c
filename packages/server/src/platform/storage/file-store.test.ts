import { randomBytes } from 'node:crypto';
import { imagePath } from '@gantry/core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openSessionHarness, visitor } from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { type AcceptedFile, acceptFile } from './accept-file.ts';
import { createFileFinder, insertFile } from './file-store.ts';

function createImage(): AcceptedFile {
  const png = new PNG({ width: 8, height: 8 });
  randomBytes(png.data.length).copy(png.data);
  const file = acceptFile('a.png', PNG.sync.write(png).toString('base64'));
  if (typeof file === 'string') throw new Error(file);
  return file;
}

describe.each(databaseKinds)('stored images on %s', (kind) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openSessionHarness(kind);
  });
  afterAll(() => harness.drop());
  const store = (file: AcceptedFile) =>
    harness.deps.database.transaction((tx) => insertFile(tx, file, 'a.png', visitor(), harness.clock.now));

  it('have a random name, and are returned unchanged in any process', async () => {
    const file = createImage();
    const { path, isNew } = await store(file);
    expect(path).toMatch(imagePath);
    expect(isNew).toBe(true);
    const name = path.replace('/files/', '');
    for (const deps of [harness.deps, await harness.extra()]) {
      const find = createFileFinder(deps);
      expect(await find(name)).toEqual({ type: 'image/png', content: file.content });
      expect(await find(name)).toEqual({ type: 'image/png', content: file.content });
    }
  });

  it('are stored once by concurrent uploads', async () => {
    const file = createImage();
    const stored = await Promise.all(Array.from({ length: 12 }, () => store(file)));
    expect(new Set(stored.map(({ path }) => path)).size).toBe(1);
    expect(stored.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('are not found by another name', async () => {
    const find = createFileFinder(harness.deps);
    for (const name of ['', '../gantry.db', `${'0'.repeat(32)}.png`]) expect(await find(name)).toBeNull();
  });
});
