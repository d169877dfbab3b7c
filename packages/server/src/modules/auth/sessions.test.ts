import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addAdmin,
  callBy,
  callerOf,
  type Harness,
  openSessionHarness,
  password,
  rejection,
  signedIn,
  tryToSignIn,
} from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { changePassword } from './password/password-change.ts';
import { createToken, endOwn, listSessions, listTokens, logOut, readInfo, updateProfile } from './session-routes.ts';
import { generateToken, revokeAll } from './session-rows.ts';
import { performStepUp } from './step-up.ts';

const minute = 60_000;
const hour = 60 * minute;

describe.each(databaseKinds)('a session on %s', (kind) => {
  let space: Harness;
  let count = 0;
  let name = '';
  beforeAll(async () => {
    space = await openSessionHarness(kind);
  });
  afterAll(() => space.drop());
  beforeEach(async () => {
    count += 1;
    name = `person${count}`;
    await addAdmin(space.deps, name);
  });
  const problem = async (token: string, path?: string) => (await rejection(callerOf(space.deps, token, path))).problem;

  it('ends exactly twelve hours after sign-in, however busy it is', async () => {
    const { token } = await signedIn(space.deps, name);
    for (let at = 0; at < 24; at += 1) {
      space.clock.now += 30 * minute - (at === 23 ? 1 : 0);
      expect(await problem(token)).toBe('none');
    }
    space.clock.now += 1;
    expect(await problem(token)).toBe('sessionExpired');
  });

  it('ends after an hour without calls, and setting the clock back reactivates nothing', async () => {
    const { token } = await signedIn(space.deps, name);
    space.clock.now += hour - 1;
    expect(await problem(token)).toBe('none');
    space.clock.now += hour - 1;
    expect(await problem(token)).toBe('none');
    space.clock.now += hour;
    expect(await problem(token)).toBe('sessionExpired');
    space.clock.now += 24 * hour;
    expect(await problem(token)).toBe('sessionExpired');
    space.clock.now -= 48 * hour;
    expect(await problem(token)).toBe('sessionExpired');
    const later = await signedIn(space.deps, name);
    space.clock.now += 24 * hour;
    expect(await problem(later.token)).toBe('sessionExpired');
    space.clock.now -= 25 * hour;
    expect(await problem(later.token)).toBe('sessionExpired');
    space.clock.now += 1;
    expect(await problem(later.token)).toBe('none');
  });

  it('records its last use at most once a minute', async () => {
    const { token, sessionId } = await signedIn(space.deps, name);
    const seen = async () => {
      const { read } = space.deps.database;
      const row = await read
        .selectFrom('admin_sessions')
        .select('last_seen_at')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return row?.last_seen_at;
    };
    const start = await seen();
    space.clock.now += minute - 1;
    await callerOf(space.deps, token);
    expect(await seen()).toBe(start);
    space.clock.now += 1;
    await callerOf(space.deps, token);
    expect(await seen()).toBe(space.clock.now);
  });

  it('gets the reason why it ended, and the call for the current user only asks to sign in', async () => {
    const person = await signedIn(space.deps, name);
    const tokens = [(await signedIn(space.deps, name)).token, (await signedIn(space.deps, name)).token];
    expect(await problem('adm_nonsense')).toBe('sessionUnknown');
    expect(await problem(generateToken('session'))).toBe('sessionUnknown');
    await logOut(space.deps, person);
    expect(await problem(person.token)).toBe('sessionUnknown');
    const other = await callerOf(space.deps, tokens[0] ?? '');
    const [item] = (await listSessions(space.deps, other)).items.filter(({ current }) => !current);
    await endOwn(space.deps, callBy(other, {}), item?.id ?? 0, 'session');
    expect(await problem(tokens[1] ?? '')).toBe('sessionReplaced');
    for (const dead of [person.token, tokens[1] ?? '', generateToken('session')])
      expect(await problem(dead, '/info')).toBe('signInNeeded');
  });

  it('is replaced by a newer one when there are more than five', async () => {
    const tokens: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      space.clock.now += 1000;
      tokens.push((await signedIn(space.deps, name)).token);
    }
    expect(await Promise.all(tokens.map((token) => problem(token)))).toEqual([
      'sessionReplaced',
      ...Array(5).fill('none'),
    ]);
  });

  it('ends immediately in another process when its user is disabled or deleted, or the epoch is raised', async () => {
    const extra = await space.extra();
    const { token, actor } = await signedIn(space.deps, name);
    const there = async () => (await rejection(callerOf(extra, token))).problem;
    const { database } = space.deps;
    const set = (status: string) =>
      database.transaction((tx) =>
        withNamedTables(tx).updateTable('admins').set({ status }).where('id', '=', actor.id).execute(),
      );
    expect(await there()).toBe('none');
    await set('disabled');
    expect(await there()).toBe('signInNeeded');
    await set('active');
    expect(await there()).toBe('none');
    await database.transaction((tx) => tx.updateTable('session_epochs').set({ epoch: 2 }).execute());
    expect(await there()).toBe('sessionUnknown');
    await database.transaction((tx) => tx.updateTable('session_epochs').set({ epoch: 1 }).execute());
    await database.transaction((tx) => tx.deleteFrom('admins').where('id', '=', actor.id).execute());
    expect(await there()).toBe('signInNeeded');
  });

  it('is cached by a process for calls that read, for at most a second, and checked by each call that writes', async () => {
    const statements: string[] = [];
    const extra = await space.extra((text) => void statements.push(text));
    const { changes } = extra.database;
    changes.listen();
    await expect.poll(() => changes.isLive()).toBe(true);
    const { token, actor } = await signedIn(space.deps, name);
    const there = async (path: string) => (await rejection(callerOf(extra, token, path))).problem;
    const [reads, writes] = ['/banned-word/list', '/banned-word/create'];
    expect(await there(reads)).toBe('none');
    const before = statements.length;
    for (let at = 0; at < 20; at += 1) expect(await there(reads)).toBe('none');
    expect(statements.slice(before).filter((text) => text.includes('admin_sessions')).length).toBeLessThan(20);
    // This process sends no notification, as one that dies after its commit sends none.
    await space.deps.database.transaction((tx) => revokeAll(tx, actor.id, 'ended', space.clock.now));
    const endedAt = performance.now();
    expect(await there(writes)).toBe('sessionReplaced');
    await expect.poll(() => there(reads), { interval: 20, timeout: 5_000 }).toBe('sessionReplaced');
    expect(performance.now() - endedAt).toBeLessThan(2_000);
  });

  it('makes no successful call after the commit that ended it, while eight clients load two processes', async () => {
    const extra = await space.extra();
    const person = await signedIn(space.deps, name);
    let ended = false;
    let late = 0;
    const hammer = async (deps: Harness['deps']) => {
      for (let at = 0; at < 60; at += 1) {
        const wasEnded = ended;
        const done = await rejection(callerOf(deps, person.token));
        if (wasEnded && done.problem === 'none') late += 1;
      }
      return (await rejection(callerOf(deps, person.token))).problem;
    };
    const clients = Array.from({ length: 8 }, (_, at) => hammer(at % 2 ? extra : space.deps));
    await logOut(space.deps, person);
    ended = true;
    expect(new Set(await Promise.all(clients))).toEqual(new Set(['sessionUnknown']));
    expect(late).toBe(0);
  });

  it('is the only one left after a password change: other sessions and every token end', async () => {
    const person = await signedIn(space.deps, name);
    const other = await signedIn(space.deps, name);
    const script = await createToken(space.deps, callBy(person, {}), { name: 'nightly', days: 30, readOnly: false });
    const change = (current: string, next: string) => changePassword(space.deps, person, { current, next });
    const next = 'nine amber ladders whistle softly';
    expect((await rejection(change('wrong', next))).detail).toEqual({
      errors: { current: ['The current password is incorrect.'] },
    });
    expect((await rejection(change(password, password))).detail.errors).toHaveProperty('next');
    expect((await rejection(change(password, 'short'))).detail.errors).toHaveProperty('next');
    await change(password, next);
    expect([await problem(person.token), await problem(other.token), await problem(script.token)]).toEqual([
      'none',
      'signInNeeded',
      'signInNeeded',
    ]);
    expect((await rejection(tryToSignIn(space.deps, { username: name }))).problem).toBe('wrongCredentials');
    await expect(tryToSignIn(space.deps, { username: name, password: next })).resolves.toBeDefined();
  });

  it('allows little else than a password change while one is required', async () => {
    const { token, actor } = await signedIn(space.deps, name);
    const { database } = space.deps;
    await database.transaction((tx) =>
      tx.updateTable('admins').set({ must_change_password: 1 }).where('id', '=', actor.id).execute(),
    );
    expect(await problem(token)).toBe('denied');
    for (const path of ['/info', '/logout', '/password/change']) expect(await problem(token, path)).toBe('none');
  });

  it('is read-only for a script when created so, ends on its expiry date, and never acts for its user in person', async () => {
    const person = await signedIn(space.deps, name);
    const options = { name: 'report', days: 90, readOnly: true };
    const { token, expiresAt } = await createToken(space.deps, callBy(person, {}), options);
    expect(expiresAt).toBe(space.clock.now + 90 * 24 * hour);
    expect(await problem(token, '/banned-word/list')).toBe('none');
    expect(await problem(token, '/banned-word/create')).toBe('denied');
    expect(await problem(token, '/password/change')).toBe('denied');
    expect((await callerOf(space.deps, token)).stepUpAt).toBeNull();
    expect((await listTokens(space.deps, person)).items).toMatchObject([{ name: 'report', readOnly: true }]);
    space.clock.now = expiresAt - 1;
    expect(await problem(token)).toBe('none');
    space.clock.now += 1;
    expect(await problem(token)).toBe('sessionExpired');
  });

  it('does not return a token again when the same key is sent again', async () => {
    const person = await signedIn(space.deps, name);
    const options = { name: 'twice', days: 1, readOnly: false };
    const made = await createToken(space.deps, callBy(person, options, 'key-1'), options);
    const again = await createToken(space.deps, callBy(person, options, 'key-1'), options);
    expect(again).toEqual({ id: made.id, expiresAt: made.expiresAt, token: '' });
    const stored = JSON.stringify(await space.deps.database.read.selectFrom('idempotency_keys').selectAll().execute());
    expect(stored).not.toContain(made.token);
  });

  it('counts as confirmed for five minutes after the password was entered again', async () => {
    const person = await signedIn(space.deps, name);
    space.clock.now += 10 * minute;
    expect(await rejection(performStepUp(space.deps, person, { password: 'wrong', totp: '' }))).toMatchObject({
      problem: 'wrongCredentials',
    });
    const { until } = await performStepUp(space.deps, person, { password, totp: '' });
    expect(until).toBe(space.clock.now + 5 * minute);
    expect((await callerOf(space.deps, person.token)).stepUpAt).toBe(space.clock.now);
  });

  it('shares one budget of guesses between step-up, password change and sign-in', async () => {
    const person = await signedIn(space.deps, name);
    for (let at = 0; at < 3; at += 1)
      await rejection(performStepUp(space.deps, person, { password: 'wrong', totp: '' }));
    for (let at = 0; at < 2; at += 1)
      await rejection(changePassword(space.deps, person, { current: 'wrong', next: 'x' }));
    expect((await rejection(performStepUp(space.deps, person, { password, totp: '' }))).problem).toBe('tooMany');
    expect((await rejection(tryToSignIn(space.deps, { username: name }))).problem).toBe('tooMany');
    expect(await problem(person.token)).toBe('none');
    space.clock.now += 15 * minute;
  });

  it('shows and changes the own profile, and nothing else', async () => {
    const person = await signedIn(space.deps, name);
    const body = { name: 'Lin Mei', email: 'mei@example.com' };
    const values = {
      ...body,
      avatar: null,
      phone: null,
      introduction: null,
      personalWebsite: null,
      locationName: null,
    };
    const user = await updateProfile(space.deps, callBy(person, body), values);
    expect(user).toMatchObject({ username: name, name: 'Lin Mei', email: 'mei@example.com', role: 'admin' });
    expect(await readInfo(space.deps, person)).toEqual(user);
    expect((await rejection(endOwn(space.deps, callBy(person, {}), 1, 'session'))).problem).toBe('notFound');
  });
});
