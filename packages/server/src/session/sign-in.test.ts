import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import {
  addAdmin,
  callerOf,
  openRoom,
  password,
  type Room,
  refusal,
  solve,
  tryToSignIn,
  visitor,
} from '../../test/session-room.ts';

async function setSecurity(room: Room, content: object): Promise<void> {
  const { database, settings, clock } = room.needs;
  const row = { version: 1, content: JSON.stringify(content), updated_at: clock(), updated_by: null };
  await database.transaction(async (tx) => {
    await tx.deleteFrom('settings').execute();
    await tx
      .insertInto('settings')
      .values({ page: 'system', group_name: 'loginSecurity', ...row })
      .execute();
  });
  settings.forget();
}

async function loginResults({ needs }: Room): Promise<string[]> {
  const rows = await needs.database.read.selectFrom('login_logs').select('result').orderBy('id').execute();
  return rows.map((row) => String(row.result));
}

describe.each(databaseKinds)('signing in on %s', (kind) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(kind);
    await addAdmin(room.needs, 'mei');
    const disabled = await addAdmin(room.needs, 'gone');
    const { database } = room.needs;
    await database.transaction((tx) =>
      tx.updateTable('admins').set({ status: 'disabled' }).where('id', '=', disabled).execute(),
    );
  });
  afterAll(() => room.drop());
  beforeEach(async () => {
    room.clock.now += 86_400_000;
    await setSecurity(room, {});
    await room.needs.database.transaction(async (tx) => {
      await tx.deleteFrom('login_logs').execute();
      await tx.deleteFrom('notifications').execute();
    });
  });

  it('gives a token that is who signed in, and writes it down', async () => {
    const { token, expiresAt } = await tryToSignIn(room.needs, {});
    expect(expiresAt).toBe(room.clock.now + 12 * 3_600_000);
    expect((await callerOf(room.needs, token)).actor).toMatchObject({ name: 'Name of mei', role: 'admin' });
    expect(await loginResults(room)).toEqual(['ok']);
    const { database } = room.needs;
    const row = await database.read.selectFrom('admins').selectAll().where('username', '=', 'mei').executeTakeFirst();
    expect(row).toMatchObject({ last_login_at: room.clock.now, last_login_ip: '198.51.100.7' });
  });

  it('takes a name in any case and width, and counts what is guessed at it as one', async () => {
    for (const username of ['MEI', 'Ｍｅｉ', ' mei'])
      expect((await tryToSignIn(room.needs, { username })).mustChangePassword).toBe(false);
    await refusal(tryToSignIn(room.needs, { username: 'ＭＥＩ', password: 'wrong' }));
    const { detail } = await refusal(tryToSignIn(room.needs, { username: 'mei', password: 'wrong' }));
    expect(detail.data).toMatchObject({ captchaRequired: true });
  });

  it('names empty fields in the words of the product', async () => {
    const { fault, detail } = await refusal(
      tryToSignIn(room.needs, { username: '', password: '' }, visitor('192.0.2.1', 'zh-CN')),
    );
    expect(fault).toBe('invalid');
    expect(detail.errors).toEqual({ username: ['用户名不能为空'], password: ['密码不能为空'] });
    expect(await loginResults(room)).toEqual([]);
  });

  it('answers unknown, disabled and wrong alike', async () => {
    const answers = [
      await refusal(tryToSignIn(room.needs, { username: 'nobody' })),
      await refusal(tryToSignIn(room.needs, { password: 'wrong' })),
      await refusal(tryToSignIn(room.needs, { username: 'gone' })),
    ];
    expect(answers[0]).toEqual({ fault: 'wrongCredentials', detail: { data: { captchaRequired: false } } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await loginResults(room)).toEqual(['wrong', 'wrong', 'disabled']);
  });

  it('does the same work for unknown, disabled and wrong, so that the time tells nothing', async () => {
    const asked: string[] = [];
    const needs = await room.beside((statement) => asked.push(statement));
    const workFor = async (given: Parameters<typeof tryToSignIn>[1]) => {
      const [from, verified] = [asked.length, room.verified()];
      expect((await refusal(tryToSignIn(needs, { password: 'wrong', ...given }))).fault).toBe('wrongCredentials');
      return { verified: room.verified() - verified, statements: asked.slice(from) };
    };
    await workFor({ username: 'somebody-before' });
    const unknown = await workFor({ username: 'nobody' });
    expect(unknown.verified).toBe(1);
    expect(await workFor({ username: 'mei' })).toEqual(unknown);
    expect(await workFor({ username: 'gone' })).toEqual(unknown);
  });

  it('verifies at most five of fifty guesses made at once at two processes, however they are written', async () => {
    await setSecurity(room, { captchaAfter: 10 });
    const processes = [room.needs, await room.beside()] as const;
    const before = room.verified();
    const spellings = ['mei', 'MEI', ' mei', 'mei ', 'Mei'];
    const tries = Array.from({ length: 50 }, (_, at) =>
      refusal(
        tryToSignIn(
          processes[at % 2] ?? room.needs,
          { username: spellings[at % 5] ?? 'mei', password: `guess ${at}` },
          visitor(`2001:db8:1:2::${(at + 1).toString(16)}`),
        ),
      ),
    );
    const faults = (await Promise.all(tries)).map(({ fault }) => fault);
    expect(room.verified() - before).toBe(5);
    expect(faults.filter((fault) => fault === 'wrongCredentials')).toHaveLength(5);
    expect(faults.filter((fault) => fault === 'tooMany')).toHaveLength(45);
    const told = await room.needs.database.read.selectFrom('notifications').selectAll().execute();
    expect(told).toMatchObject([{ event: 'adminLocked', happened: 1 }]);
  });

  it('asks for a picture after two failures, and takes it once', async () => {
    await refusal(tryToSignIn(room.needs, { password: 'wrong' }));
    const second = await refusal(tryToSignIn(room.needs, { password: 'wrong' }));
    expect(second.detail.data).toEqual({ captchaRequired: true });
    expect(await refusal(tryToSignIn(room.needs, {}))).toEqual({
      fault: 'captchaNeeded',
      detail: { data: { captchaRequired: true } },
    });
    const { captchaId } = await room.needs.captchas.issue('login');
    const captchaCode = await solve(room.needs, captchaId);
    const wrong = await refusal(
      tryToSignIn(room.needs, { captchaId: (await room.needs.captchas.issue('login')).captchaId, captchaCode: 'XXXX' }),
    );
    expect(wrong.fault).toBe('captchaNeeded');
    expect((await tryToSignIn(room.needs, { captchaId, captchaCode })).token).toMatch(/^adm_/);
    expect((await refusal(tryToSignIn(room.needs, { captchaId, captchaCode, password: 'wrong' }))).fault).toBe(
      'wrongCredentials',
    );
    expect(await loginResults(room)).toEqual(['wrong', 'wrong', 'captcha', 'ok', 'wrong']);
  });

  it('asks for the picture, and blames no provider, when somebody answers a widget that nobody set up', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const needs = { ...room.needs, log };
    for (let tries = 0; tries < 2; tries += 1) await refusal(tryToSignIn(needs, { password: 'wrong' }));
    const answered = await refusal(tryToSignIn(needs, { captchaToken: 'made-up' }));
    expect(answered).toMatchObject({ fault: 'captchaNeeded', detail: { data: { captchaPicture: true } } });
    expect(lines).toEqual([]);
  });

  it('lets the owner in, with a picture, while somebody else guesses', async () => {
    const { token } = await tryToSignIn(room.needs, {}, visitor('203.0.113.9'));
    await setSecurity(room, { captchaAfter: 10 });
    for (let tries = 0; tries < 8; tries += 1)
      await refusal(tryToSignIn(room.needs, { password: 'wrong' }, visitor('192.0.2.66')));
    const row = await room.needs.database.read
      .selectFrom('admins')
      .select('locked_until')
      .where('username', '=', 'mei')
      .executeTakeFirst();
    expect(row?.locked_until).toBe(room.clock.now + 15 * 60_000);
    const told = await room.needs.database.read.selectFrom('notifications').selectAll().execute();
    expect(told).toMatchObject([{ event: 'adminLocked', audience: 'admins', happened: 1 }]);
    await expect(callerOf(room.needs, token)).resolves.toBeDefined();
    const refused = await refusal(tryToSignIn(room.needs, {}, visitor('203.0.113.9')));
    expect(refused).toMatchObject({ fault: 'tooMany', detail: { retryAfter: 900, data: { captchaRequired: true } } });
    const { captchaId } = await room.needs.captchas.issue('login');
    const captchaCode = await solve(room.needs, captchaId);
    await expect(tryToSignIn(room.needs, { captchaId, captchaCode }, visitor('203.0.113.9'))).resolves.toBeDefined();
  });

  it('lets one source guess at an account no more often, however many pictures it answers', async () => {
    const before = room.verified();
    const answered = async (password: string) => {
      const { captchaId } = await room.needs.captchas.issue('login');
      const captchaCode = await solve(room.needs, captchaId);
      return refusal(tryToSignIn(room.needs, { password, captchaId, captchaCode }, visitor('192.0.2.67')));
    };
    const faults: string[] = [];
    for (let tries = 0; tries < 7; tries += 1) faults.push((await answered(`guess ${tries}`)).fault);
    expect(faults).toEqual([...Array.from({ length: 5 }, () => 'wrongCredentials'), 'tooMany', 'tooMany']);
    expect(room.verified() - before).toBe(5);
  });

  it('opens by itself when the lock is over', async () => {
    await setSecurity(room, { captchaAfter: 10 });
    for (let tries = 0; tries < 5; tries += 1) await refusal(tryToSignIn(room.needs, { password: 'wrong' }));
    room.clock.now += 15 * 60_000 - 1;
    expect((await refusal(tryToSignIn(room.needs, {}))).fault).toBe('tooMany');
    room.clock.now += 1;
    expect((await refusal(tryToSignIn(room.needs, {}))).fault).toBe('none');
  });

  it('goes by each limit as it is set', async () => {
    await setSecurity(room, { captchaAfter: 10, maxFailures: 3, lockMinutes: 2 });
    for (let tries = 0; tries < 3; tries += 1) await refusal(tryToSignIn(room.needs, { password: 'wrong' }));
    room.clock.now += 2 * 60_000 - 1;
    expect((await refusal(tryToSignIn(room.needs, {}))).fault).toBe('tooMany');
    room.clock.now += 1;
    await setSecurity(room, { adminSessionHours: 1, idleMinutes: 720, maxSessions: 2 });
    const next = async () => {
      room.clock.now += 1000;
      return tryToSignIn(room.needs, {});
    };
    const [first, second, third] = [await next(), await next(), await next()];
    const fault = async ({ token }: { readonly token: string }) => (await refusal(callerOf(room.needs, token))).fault;
    expect([await fault(first), await fault(second), await fault(third)]).toEqual(['sessionReplaced', 'none', 'none']);
    room.clock.now += 3_600_000;
    expect(await fault(third)).toBe('sessionExpired');
  });

  it('counts a source over all accounts, and an IPv6 network as one source', async () => {
    const before = room.verified();
    for (let at = 0; at < 30; at += 1)
      await refusal(tryToSignIn(room.needs, { username: `user${at}` }, visitor(`2001:db8:9:9::${at + 1}`)));
    expect(room.verified() - before).toBe(20);
    expect((await refusal(tryToSignIn(room.needs, {}, visitor('2001:db8:9:8::1')))).fault).toBe('none');
  });

  it('lets in only from the addresses that the settings name', async () => {
    await setSecurity(room, { adminIpAllowlist: ['10.0.0.0/8', '2001:db8::/32'] });
    expect((await refusal(tryToSignIn(room.needs, {}, visitor('192.0.2.1')))).fault).toBe('denied');
    expect((await refusal(tryToSignIn(room.needs, {}, visitor('::ffff:10.1.2.3')))).fault).toBe('none');
    expect((await refusal(tryToSignIn(room.needs, {}, visitor('2001:db8::1')))).fault).toBe('none');
  });

  it('keeps no token, password or address that it was told not to keep', async () => {
    const { database, settings } = room.needs;
    const row = { page: 'system', group_name: 'privacy', version: 1, content: '{"recordIp":false}', updated_at: 0 };
    await database.transaction((tx) =>
      tx
        .insertInto('settings')
        .values({ ...row, updated_by: null })
        .execute(),
    );
    settings.forget();
    const { token } = await tryToSignIn(room.needs, {}, visitor('203.0.113.77'));
    const tables = ['admin_sessions', 'admin_credentials', 'login_logs', 'guess_counters', 'admins'];
    const rows = await Promise.all(tables.map((name) => database.read.selectFrom(name).selectAll().execute()));
    const dump = JSON.stringify(rows);
    const secrets = [token, token.slice(4), password, '203.0.113.77'];
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
  });
});
