import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Harness,
  openSessionHarness,
  password,
  rejection,
  tryToSignIn,
  visitor,
} from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createFirstAdmin, type FirstAdmin } from './first-admin.ts';

describe.each(databaseKinds)('the first admin on %s', (kind) => {
  let space: Harness;
  let desk: FirstAdmin;
  beforeEach(async () => {
    space = await openSessionHarness(kind);
    desk = createFirstAdmin(space.deps);
  });
  afterEach(() => space.drop());
  const create = (code: string, more = {}) =>
    rejection(desk.create(visitor(), { code, username: 'mei', password, name: 'Mei', ...more }));

  it('creates it with the code that the console shows, which works once', async () => {
    expect(await desk.isNeeded()).toBe(true);
    expect((await rejection(tryToSignIn(space.deps, { username: 'admin', password: 'admin' }))).problem).toBe(
      'wrongCredentials',
    );
    const code = (await desk.newCode()) ?? '';
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect((await create(code.toLowerCase().replaceAll('-', ' '))).problem).toBe('none');
    expect((await create(code, { username: 'li.wei' })).problem).toBe('stateConflict');
    expect([await desk.isNeeded(), await desk.newCode()]).toEqual([false, null]);
    await expect(tryToSignIn(space.deps, {})).resolves.toMatchObject({ mustChangePassword: false });
  });

  it('is not created without a code, with a wrong one, or after 15 minutes', async () => {
    expect((await create('AAAA-BBBB-CCCC')).problem).toBe('invalid');
    const code = (await desk.newCode()) ?? '';
    expect((await create('')).detail.errors).toHaveProperty('code');
    space.clock.now += 15 * 60_000;
    expect((await create(code)).detail.errors).toHaveProperty('code');
    const next = (await desk.newCode()) ?? '';
    expect((await create(code)).detail.errors).toHaveProperty('code');
    expect((await create(next)).problem).toBe('none');
  });

  it('rejects every code after five wrong ones', async () => {
    const code = (await desk.newCode()) ?? '';
    for (let at = 0; at < 5; at += 1) await create('AAAA-BBBB-CCCC');
    expect((await create(code)).detail.errors).toHaveProperty('code');
  });

  it('keeps the code valid while the password is rejected', async () => {
    const code = (await desk.newCode()) ?? '';
    for (let at = 0; at < 7; at += 1)
      expect((await create(code, { password: 'passwordpassword' })).detail.errors).toHaveProperty('password');
    expect((await create(code, { username: 'x y' })).detail.errors).toHaveProperty('username');
    expect((await create(code)).problem).toBe('none');
  });

  it('creates one admin, however many concurrent calls have a code', async () => {
    const code = (await desk.newCode()) ?? '';
    const other = createFirstAdmin(space.deps);
    const otherCode = (await other.newCode()) ?? '';
    const done = await Promise.all([
      ...Array.from({ length: 4 }, (_, at) => create(code, { username: `mei${at}` })),
      rejection(other.create(visitor(), { code: otherCode, username: 'other', password, name: 'Other' })),
    ]);
    expect(done.filter(({ problem }) => problem === 'none')).toHaveLength(1);
  });
});
