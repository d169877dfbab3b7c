import { randomBytes } from 'node:crypto';
import { imagePath } from '@gantry/core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openSessionHarness, visitor } from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { type AcceptedFile, acceptFile } from './accept-file.ts';
import { createFileFinder, keepFile } from './file-store.ts';

function picture(): AcceptedFile {
  const png = new PNG({ width: 8, height: 8 });
  randomBytes(png.data.length).copy(png.data);
  const file = acceptFile('a.png', PNG.sync.write(png).toString('base64'));
  if (typeof file === 'string') throw new Error(file);
  return file;
}

describe.each(databaseKinds)('an image on %s', (kind) => {
  let space: Harness;
  beforeAll(async () => {
    space = await openSessionHarness(kind);
  });
  afterAll(() => space.drop());
  const keep = (file: AcceptedFile) =>
    space.deps.database.transaction((tx) => keepFile(tx, file, 'a.png', visitor(), space.clock.now));

  it('is kept under a name that says nothing, and comes back byte for byte in any process', async () => {
    const file = picture();
    const { path, isNew } = await keep(file);
    expect(path).toMatch(imagePath);
    expect(isNew).toBe(true);
    const name = path.replace('/files/', '');
    for (const deps of [space.deps, await space.extra()]) {
      const find = createFileFinder(deps);
      expect(await find(name)).toEqual({ type: 'image/png', content: file.content });
      expect(await find(name)).toEqual({ type: 'image/png', content: file.content });
    }
  });

  it('is kept once, however many send it at once', async () => {
    const file = picture();
    const stored = await Promise.all(Array.from({ length: 12 }, () => keep(file)));
    expect(new Set(stored.map(({ path }) => path)).size).toBe(1);
    expect(stored.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('is absent under any other name', async () => {
    const find = createFileFinder(space.deps);
    for (const name of ['', '../gantry.db', `${'0'.repeat(32)}.png`]) expect(await find(name)).toBeNull();
  });
});
