import { randomBytes } from 'node:crypto';
import { imagePath } from '@gantry/core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { openRoom, type Room, visitor } from '../../test/session-room.ts';
import { type AcceptedFile, acceptFile } from './accept-file.ts';
import { createFileFinder, keepFile } from './file-store.ts';

function picture(): AcceptedFile {
  const png = new PNG({ width: 8, height: 8 });
  randomBytes(png.data.length).copy(png.data);
  const file = acceptFile('a.png', PNG.sync.write(png).toString('base64'));
  if (typeof file === 'string') throw new Error(file);
  return file;
}

describe.each(databaseKinds)('a picture on %s', (kind) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(kind);
  });
  afterAll(() => room.drop());
  const keep = (file: AcceptedFile) =>
    room.needs.database.transaction((tx) => keepFile(tx, file, 'a.png', visitor(), room.clock.now));

  it('is kept under a name that says nothing, and comes back byte for byte in any process', async () => {
    const file = picture();
    const { path, isNew } = await keep(file);
    expect(path).toMatch(imagePath);
    expect(isNew).toBe(true);
    const name = path.replace('/files/', '');
    for (const needs of [room.needs, await room.beside()]) {
      const find = createFileFinder(needs);
      expect(await find(name)).toEqual({ type: 'image/png', content: file.content });
      expect(await find(name)).toEqual({ type: 'image/png', content: file.content });
    }
  });

  it('is kept once, however many send it at once', async () => {
    const file = picture();
    const kept = await Promise.all(Array.from({ length: 12 }, () => keep(file)));
    expect(new Set(kept.map(({ path }) => path)).size).toBe(1);
    expect(kept.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('is absent under any other name', async () => {
    const find = createFileFinder(room.needs);
    for (const name of ['', '../gantry.db', `${'0'.repeat(32)}.png`]) expect(await find(name)).toBeNull();
  });
});
