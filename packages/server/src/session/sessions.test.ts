import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import {
  addAdmin,
  callBy,
  callerOf,
  openRoom,
  password,
  type Room,
  refusal,
  signedIn,
  tryToSignIn,
} from '../../test/session-room.ts';
import { createToken, endOwn, listSessions, listTokens, logOut } from './own-sessions.ts';
import { changePassword } from './password-change.ts';
import { readInfo, updateProfile } from './profile.ts';
import { stepUp } from './step-up.ts';
import { newToken } from './token.ts';

const minute = 60_000;
const hour = 60 * minute;

describe.each(databaseKinds)('a session on %s', (kind) => {
  let room: Room;
  let count = 0;
  let name = '';
  beforeAll(async () => {
    room = await openRoom(kind);
  });
  afterAll(() => room.drop());
  beforeEach(async () => {
    count += 1;
    name = `person${count}`;
    await addAdmin(room.needs, name);
  });
  const fault = async (token: string, path?: string) => (await refusal(callerOf(room.needs, token, path))).fault;

  it('ends twelve hours after sign-in to the millisecond, however busy it is', async () => {
    const { token } = await signedIn(room.needs, name);
    for (let at = 0; at < 24; at += 1) {
      room.clock.now += 30 * minute - (at === 23 ? 1 : 0);
      expect(await fault(token)).toBe('none');
    }
    room.clock.now += 1;
    expect(await fault(token)).toBe('sessionExpired');
  });

  it('ends after an hour of nothing, and the clock going back revives nothing', async () => {
    const { token } = await signedIn(room.needs, name);
    room.clock.now += hour - 1;
    expect(await fault(token)).toBe('none');
    room.clock.now += hour - 1;
    expect(await fault(token)).toBe('none');
    room.clock.now += hour;
    expect(await fault(token)).toBe('sessionExpired');
    room.clock.now += 24 * hour;
    expect(await fault(token)).toBe('sessionExpired');
    room.clock.now -= 48 * hour;
    expect(await fault(token)).toBe('sessionExpired');
    const later = await signedIn(room.needs, name);
    room.clock.now += 24 * hour;
    expect(await fault(later.token)).toBe('sessionExpired');
    room.clock.now -= 25 * hour;
    expect(await fault(later.token)).toBe('sessionExpired');
    room.clock.now += 1;
    expect(await fault(later.token)).toBe('none');
  });

  it('writes that it was used once a minute at most', async () => {
    const { token, sessionId } = await signedIn(room.needs, name);
    const seen = async () => {
      const { read } = room.needs.database;
      const row = await read
        .selectFrom('admin_sessions')
        .select('last_seen_at')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return row?.last_seen_at;
    };
    const start = await seen();
    room.clock.now += minute - 1;
    await callerOf(room.needs, token);
    expect(await seen()).toBe(start);
    room.clock.now += 1;
    await callerOf(room.needs, token);
    expect(await seen()).toBe(room.clock.now);
  });

  it('is told why it is no more, and who asks who they are is only told to sign in', async () => {
    const person = await signedIn(room.needs, name);
    const tokens = [(await signedIn(room.needs, name)).token, (await signedIn(room.needs, name)).token];
    expect(await fault('adm_nonsense')).toBe('sessionUnknown');
    expect(await fault(newToken('session'))).toBe('sessionUnknown');
    await logOut(room.needs, person);
    expect(await fault(person.token)).toBe('sessionUnknown');
    const other = await callerOf(room.needs, tokens[0] ?? '');
    const [item] = (await listSessions(room.needs, other)).items.filter(({ current }) => !current);
    await endOwn(room.needs, callBy(other, {}), item?.id ?? 0, 'session');
    expect(await fault(tokens[1] ?? '')).toBe('sessionReplaced');
    for (const dead of [person.token, tokens[1] ?? '', newToken('session')])
      expect(await fault(dead, '/info')).toBe('signInNeeded');
  });

  it('makes way for a newer one past five', async () => {
    const tokens: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      room.clock.now += 1000;
      tokens.push((await signedIn(room.needs, name)).token);
    }
    expect(await Promise.all(tokens.map((token) => fault(token)))).toEqual([
      'sessionReplaced',
      ...Array(5).fill('none'),
    ]);
  });

  it('is dead at once in another process when its person is disabled, deleted or the epoch is raised', async () => {
    const beside = await room.beside();
    const { token, actor } = await signedIn(room.needs, name);
    const there = async () => (await refusal(callerOf(beside, token))).fault;
    const { database } = room.needs;
    const set = (status: string) =>
      database.transaction((tx) => tx.updateTable('admins').set({ status }).where('id', '=', actor.id).execute());
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

  it('has no success after the commit that ended it, while eight clients hammer two processes', async () => {
    const beside = await room.beside();
    const person = await signedIn(room.needs, name);
    let ended = false;
    let late = 0;
    const hammer = async (needs: Room['needs']) => {
      for (let at = 0; at < 60; at += 1) {
        const wasEnded = ended;
        const done = await refusal(callerOf(needs, person.token));
        if (wasEnded && done.fault === 'none') late += 1;
      }
      return (await refusal(callerOf(needs, person.token))).fault;
    };
    const clients = Array.from({ length: 8 }, (_, at) => hammer(at % 2 ? beside : room.needs));
    await logOut(room.needs, person);
    ended = true;
    expect(new Set(await Promise.all(clients))).toEqual(new Set(['sessionUnknown']));
    expect(late).toBe(0);
  });

  it('alone survives a changed password: other sessions and every token are dead', async () => {
    const person = await signedIn(room.needs, name);
    const other = await signedIn(room.needs, name);
    const script = await createToken(room.needs, callBy(person, {}), { name: 'nightly', days: 30, readOnly: false });
    const change = (current: string, next: string) => changePassword(room.needs, person, { current, next });
    const next = 'nine amber ladders whistle softly';
    expect((await refusal(change('wrong', next))).detail).toEqual({
      errors: { current: ['The current password is wrong'] },
    });
    expect((await refusal(change(password, password))).detail.errors).toHaveProperty('next');
    expect((await refusal(change(password, 'short'))).detail.errors).toHaveProperty('next');
    await change(password, next);
    expect([await fault(person.token), await fault(other.token), await fault(script.token)]).toEqual([
      'none',
      'signInNeeded',
      'signInNeeded',
    ]);
    expect((await refusal(tryToSignIn(room.needs, { username: name }))).fault).toBe('wrongCredentials');
    await expect(tryToSignIn(room.needs, { username: name, password: next })).resolves.toBeDefined();
  });

  it('with a password to be changed may do that and little else', async () => {
    const { token, actor } = await signedIn(room.needs, name);
    const { database } = room.needs;
    await database.transaction((tx) =>
      tx.updateTable('admins').set({ must_change_password: 1 }).where('id', '=', actor.id).execute(),
    );
    expect(await fault(token)).toBe('denied');
    for (const path of ['/info', '/logout', '/password/change']) expect(await fault(token, path)).toBe('none');
  });

  it('of a script reads only when it was made so, ends on its day, and never acts for its person', async () => {
    const person = await signedIn(room.needs, name);
    const wish = { name: 'report', days: 90, readOnly: true };
    const { token, expiresAt } = await createToken(room.needs, callBy(person, {}), wish);
    expect(expiresAt).toBe(room.clock.now + 90 * 24 * hour);
    expect(await fault(token, '/banned-word/list')).toBe('none');
    expect(await fault(token, '/banned-word/create')).toBe('denied');
    expect(await fault(token, '/password/change')).toBe('denied');
    expect((await callerOf(room.needs, token)).stepUpAt).toBeNull();
    expect((await listTokens(room.needs, person)).items).toMatchObject([{ name: 'report', readOnly: true }]);
    room.clock.now = expiresAt - 1;
    expect(await fault(token)).toBe('none');
    room.clock.now += 1;
    expect(await fault(token)).toBe('sessionExpired');
  });

  it('keeps no token for whoever sends the same key again', async () => {
    const person = await signedIn(room.needs, name);
    const wish = { name: 'twice', days: 1, readOnly: false };
    const made = await createToken(room.needs, callBy(person, wish, 'key-1'), wish);
    const again = await createToken(room.needs, callBy(person, wish, 'key-1'), wish);
    expect(again).toEqual({ id: made.id, expiresAt: made.expiresAt, token: '' });
    const kept = JSON.stringify(await room.needs.database.read.selectFrom('idempotency_keys').selectAll().execute());
    expect(kept).not.toContain(made.token);
  });

  it('is believed for five minutes after the password was given again', async () => {
    const person = await signedIn(room.needs, name);
    room.clock.now += 10 * minute;
    expect(await refusal(stepUp(room.needs, person, { password: 'wrong', totp: '' }))).toMatchObject({
      fault: 'wrongCredentials',
    });
    const { until } = await stepUp(room.needs, person, { password, totp: '' });
    expect(until).toBe(room.clock.now + 5 * minute);
    expect((await callerOf(room.needs, person.token)).stepUpAt).toBe(room.clock.now);
  });

  it('shares one budget of guesses between step-up, password change and sign-in', async () => {
    const person = await signedIn(room.needs, name);
    for (let at = 0; at < 3; at += 1) await refusal(stepUp(room.needs, person, { password: 'wrong', totp: '' }));
    for (let at = 0; at < 2; at += 1)
      await refusal(changePassword(room.needs, person, { current: 'wrong', next: 'x' }));
    expect((await refusal(stepUp(room.needs, person, { password, totp: '' }))).fault).toBe('tooMany');
    expect((await refusal(tryToSignIn(room.needs, { username: name }))).fault).toBe('tooMany');
    expect(await fault(person.token)).toBe('none');
    room.clock.now += 15 * minute;
  });

  it('shows and changes the own profile, and nothing that is not its own', async () => {
    const person = await signedIn(room.needs, name);
    const body = { name: 'Lin Mei', email: 'mei@example.com' };
    const values = {
      ...body,
      avatar: null,
      phone: null,
      introduction: null,
      personalWebsite: null,
      locationName: null,
    };
    const user = await updateProfile(room.needs, callBy(person, body), values);
    expect(user).toMatchObject({ username: name, name: 'Lin Mei', email: 'mei@example.com', role: 'admin' });
    expect(await readInfo(room.needs, person)).toEqual(user);
    expect((await refusal(endOwn(room.needs, callBy(person, {}), 1, 'session'))).fault).toBe('notFound');
  });
});
