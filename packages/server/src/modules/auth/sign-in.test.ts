import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addAdmin,
  callerOf,
  type Harness,
  openSessionHarness,
  password,
  rejection,
  solve,
  tryToSignIn,
  visitor,
} from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { withNamedTables } from '../../platform/store/database.ts';

async function setSecurity(space: Harness, content: object): Promise<void> {
  const { database, settings, clock } = space.deps;
  const row = { version: 1, content: JSON.stringify(content), updated_at: clock(), updated_by: null };
  await database.transaction(async (tx) => {
    await tx.deleteFrom('settings').execute();
    await tx
      .insertInto('settings')
      .values({ page: 'system', group_name: 'loginSecurity', ...row })
      .execute();
  });
  settings.purge();
}

async function loginResults({ deps }: Harness): Promise<string[]> {
  const rows = await deps.database.read.selectFrom('login_logs').select('result').orderBy('id').execute();
  return rows.map((row) => String(row.result));
}

describe.each(databaseKinds)('signing in on %s', (kind) => {
  let space: Harness;
  beforeAll(async () => {
    space = await openSessionHarness(kind);
    await addAdmin(space.deps, 'mei');
    const disabled = await addAdmin(space.deps, 'gone');
    const { database } = space.deps;
    await database.transaction((tx) =>
      tx.updateTable('admins').set({ status: 'disabled' }).where('id', '=', disabled).execute(),
    );
  });
  afterAll(() => space.drop());
  beforeEach(async () => {
    space.clock.now += 86_400_000;
    await setSecurity(space, {});
    await space.deps.database.transaction(async (tx) => {
      await tx.deleteFrom('login_logs').execute();
      await tx.deleteFrom('notifications').execute();
    });
  });

  it('returns a token of the user and writes a log entry', async () => {
    const { token, expiresAt } = await tryToSignIn(space.deps, {});
    expect(expiresAt).toBe(space.clock.now + 12 * 3_600_000);
    expect((await callerOf(space.deps, token)).actor).toMatchObject({ name: 'Name of mei', role: 'admin' });
    expect(await loginResults(space)).toEqual(['ok']);
    const { database } = space.deps;
    const row = await database.read.selectFrom('admins').selectAll().where('username', '=', 'mei').executeTakeFirst();
    expect(row).toMatchObject({ last_login_at: space.clock.now, last_login_ip: '198.51.100.7' });
  });

  it('accepts a name in any case and width, and counts guesses at it as one account', async () => {
    for (const username of ['MEI', 'Ｍｅｉ', ' mei'])
      expect((await tryToSignIn(space.deps, { username })).mustChangePassword).toBe(false);
    await rejection(tryToSignIn(space.deps, { username: 'ＭＥＩ', password: 'wrong' }));
    const { detail } = await rejection(tryToSignIn(space.deps, { username: 'mei', password: 'wrong' }));
    expect(detail.data).toMatchObject({ captchaRequired: true });
  });

  it('names empty fields by their labels', async () => {
    const { problem, detail } = await rejection(
      tryToSignIn(space.deps, { username: '', password: '' }, visitor('192.0.2.1', 'zh-CN')),
    );
    expect(problem).toBe('invalid');
    expect(detail.errors).toEqual({ username: ['用户名不能为空'], password: ['密码不能为空'] });
    expect(await loginResults(space)).toEqual([]);
  });

  it('gives the same answer for unknown, disabled and wrong', async () => {
    const answers = [
      await rejection(tryToSignIn(space.deps, { username: 'nobody' })),
      await rejection(tryToSignIn(space.deps, { password: 'wrong' })),
      await rejection(tryToSignIn(space.deps, { username: 'gone' })),
    ];
    expect(answers[0]).toEqual({ problem: 'wrongCredentials', detail: { data: { captchaRequired: false } } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await loginResults(space)).toEqual(['wrong', 'wrong', 'disabled']);
  });

  it('takes the same time for unknown, disabled and wrong', async () => {
    const requested: string[] = [];
    const deps = await space.extra((statement) => requested.push(statement));
    const workFor = async (given: Parameters<typeof tryToSignIn>[1]) => {
      const [from, verified] = [requested.length, space.verified()];
      expect((await rejection(tryToSignIn(deps, { password: 'wrong', ...given }))).problem).toBe('wrongCredentials');
      return { verified: space.verified() - verified, statements: requested.slice(from) };
    };
    await workFor({ username: 'somebody-before' });
    const unknown = await workFor({ username: 'nobody' });
    expect(unknown.verified).toBe(1);
    expect(await workFor({ username: 'mei' })).toEqual(unknown);
    expect(await workFor({ username: 'gone' })).toEqual(unknown);
  });

  it('verifies at most five of fifty concurrent guesses at two processes, however the name is written', async () => {
    await setSecurity(space, { captchaAfter: 10 });
    const processes = [space.deps, await space.extra()] as const;
    const before = space.verified();
    const spellings = ['mei', 'MEI', ' mei', 'mei ', 'Mei'];
    const tries = Array.from({ length: 50 }, (_, at) =>
      rejection(
        tryToSignIn(
          processes[at % 2] ?? space.deps,
          { username: spellings[at % 5] ?? 'mei', password: `guess ${at}` },
          visitor(`2001:db8:1:2::${(at + 1).toString(16)}`),
        ),
      ),
    );
    const rejections = (await Promise.all(tries)).map(({ problem }) => problem);
    expect(space.verified() - before).toBe(5);
    expect(rejections.filter((problem) => problem === 'wrongCredentials')).toHaveLength(5);
    expect(rejections.filter((problem) => problem === 'tooMany')).toHaveLength(45);
    const reported = await space.deps.database.read.selectFrom('notifications').selectAll().execute();
    expect(reported).toMatchObject([{ event: 'adminLocked', happened: 1 }]);
  });

  it('requires an image after two failures, and accepts it once', async () => {
    await rejection(tryToSignIn(space.deps, { password: 'wrong' }));
    const second = await rejection(tryToSignIn(space.deps, { password: 'wrong' }));
    expect(second.detail.data).toEqual({ captchaRequired: true });
    expect(await rejection(tryToSignIn(space.deps, {}))).toEqual({
      problem: 'captchaNeeded',
      detail: { data: { captchaRequired: true } },
    });
    const { captchaId } = await space.deps.captchas.issue('login');
    const captchaCode = await solve(space.deps, captchaId);
    const wrong = await rejection(
      tryToSignIn(space.deps, { captchaId: (await space.deps.captchas.issue('login')).captchaId, captchaCode: 'XXXX' }),
    );
    expect(wrong.problem).toBe('captchaNeeded');
    expect((await tryToSignIn(space.deps, { captchaId, captchaCode })).token).toMatch(/^adm_/);
    expect((await rejection(tryToSignIn(space.deps, { captchaId, captchaCode, password: 'wrong' }))).problem).toBe(
      'wrongCredentials',
    );
    expect(await loginResults(space)).toEqual(['wrong', 'wrong', 'captcha', 'ok', 'wrong']);
  });

  it('requires the image, and blames no provider, for the answer to a widget that is not set up', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const deps = { ...space.deps, log };
    for (let tries = 0; tries < 2; tries += 1) await rejection(tryToSignIn(deps, { password: 'wrong' }));
    const answered = await rejection(tryToSignIn(deps, { captchaToken: 'made-up' }));
    expect(answered).toMatchObject({ problem: 'captchaNeeded', detail: { data: { captchaPicture: true } } });
    expect(lines).toEqual([]);
  });

  it('lets the owner in, with an image, while another user guesses', async () => {
    const { token } = await tryToSignIn(space.deps, {}, visitor('203.0.113.9'));
    await setSecurity(space, { captchaAfter: 10 });
    for (let tries = 0; tries < 8; tries += 1)
      await rejection(tryToSignIn(space.deps, { password: 'wrong' }, visitor('192.0.2.66')));
    const row = await space.deps.database.read
      .selectFrom('admins')
      .select('locked_until')
      .where('username', '=', 'mei')
      .executeTakeFirst();
    expect(row?.locked_until).toBe(space.clock.now + 15 * 60_000);
    const reported = await space.deps.database.read.selectFrom('notifications').selectAll().execute();
    expect(reported).toMatchObject([{ event: 'adminLocked', audience: 'admins', happened: 1 }]);
    await expect(callerOf(space.deps, token)).resolves.toBeDefined();
    const rejected = await rejection(tryToSignIn(space.deps, {}, visitor('203.0.113.9')));
    expect(rejected).toMatchObject({
      problem: 'tooMany',
      detail: { retryAfter: 900, data: { captchaRequired: true } },
    });
    const { captchaId } = await space.deps.captchas.issue('login');
    const captchaCode = await solve(space.deps, captchaId);
    await expect(tryToSignIn(space.deps, { captchaId, captchaCode }, visitor('203.0.113.9'))).resolves.toBeDefined();
  });

  it('limits how often one source may guess at an account, however many images it answers', async () => {
    const before = space.verified();
    const answered = async (password: string) => {
      const { captchaId } = await space.deps.captchas.issue('login');
      const captchaCode = await solve(space.deps, captchaId);
      return rejection(tryToSignIn(space.deps, { password, captchaId, captchaCode }, visitor('192.0.2.67')));
    };
    const rejections: string[] = [];
    for (let tries = 0; tries < 7; tries += 1) rejections.push((await answered(`guess ${tries}`)).problem);
    expect(rejections).toEqual([...Array.from({ length: 5 }, () => 'wrongCredentials'), 'tooMany', 'tooMany']);
    expect(space.verified() - before).toBe(5);
  });

  it('unlocks automatically when the lock expires', async () => {
    await setSecurity(space, { captchaAfter: 10 });
    for (let tries = 0; tries < 5; tries += 1) await rejection(tryToSignIn(space.deps, { password: 'wrong' }));
    space.clock.now += 15 * 60_000 - 1;
    expect((await rejection(tryToSignIn(space.deps, {}))).problem).toBe('tooMany');
    space.clock.now += 1;
    expect((await rejection(tryToSignIn(space.deps, {}))).problem).toBe('none');
  });

  it('applies each limit from the settings', async () => {
    await setSecurity(space, { captchaAfter: 10, maxFailures: 3, lockMinutes: 2 });
    for (let tries = 0; tries < 3; tries += 1) await rejection(tryToSignIn(space.deps, { password: 'wrong' }));
    space.clock.now += 2 * 60_000 - 1;
    expect((await rejection(tryToSignIn(space.deps, {}))).problem).toBe('tooMany');
    space.clock.now += 1;
    await setSecurity(space, { adminSessionHours: 1, idleMinutes: 720, maxSessions: 2 });
    const next = async () => {
      space.clock.now += 1000;
      return tryToSignIn(space.deps, {});
    };
    const [first, second, third] = [await next(), await next(), await next()];
    const problem = async ({ token }: { readonly token: string }) =>
      (await rejection(callerOf(space.deps, token))).problem;
    expect([await problem(first), await problem(second), await problem(third)]).toEqual([
      'sessionReplaced',
      'none',
      'none',
    ]);
    space.clock.now += 3_600_000;
    expect(await problem(third)).toBe('sessionExpired');
  });

  it('counts a source over all accounts, and an IPv6 network as one source', async () => {
    const before = space.verified();
    for (let at = 0; at < 30; at += 1)
      await rejection(tryToSignIn(space.deps, { username: `user${at}` }, visitor(`2001:db8:9:9::${at + 1}`)));
    expect(space.verified() - before).toBe(20);
    expect((await rejection(tryToSignIn(space.deps, {}, visitor('2001:db8:9:8::1')))).problem).toBe('none');
  });

  it('accepts only the IP addresses from the settings', async () => {
    await setSecurity(space, { adminIpAllowlist: ['10.0.0.0/8', '2001:db8::/32'] });
    expect((await rejection(tryToSignIn(space.deps, {}, visitor('192.0.2.1')))).problem).toBe('denied');
    expect((await rejection(tryToSignIn(space.deps, {}, visitor('::ffff:10.1.2.3')))).problem).toBe('none');
    expect((await rejection(tryToSignIn(space.deps, {}, visitor('2001:db8::1')))).problem).toBe('none');
  });

  it('stores no token, password or address that the settings exclude', async () => {
    const { database, settings } = space.deps;
    const row = { page: 'system', group_name: 'privacy', version: 1, content: '{"recordIp":false}', updated_at: 0 };
    await database.transaction((tx) =>
      tx
        .insertInto('settings')
        .values({ ...row, updated_by: null })
        .execute(),
    );
    settings.purge();
    const { token } = await tryToSignIn(space.deps, {}, visitor('203.0.113.77'));
    const tables = ['admin_sessions', 'admin_credentials', 'login_logs', 'guess_counters', 'admins'];
    const rows = await Promise.all(
      tables.map((name) => withNamedTables(database.read).selectFrom(name).selectAll().execute()),
    );
    const dump = JSON.stringify(rows);
    const secrets = [token, token.slice(4), password, '203.0.113.77'];
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
  });
});
