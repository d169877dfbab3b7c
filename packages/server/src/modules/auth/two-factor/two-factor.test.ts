import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addAdmin,
  callerOf,
  type Harness,
  openSessionHarness,
  password,
  rejection,
  signedIn,
  tryToSignIn,
  visitor,
} from '../../../../test/session-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { withNamedTables } from '../../../platform/store/database.ts';
import { changePassword } from '../password/password-change.ts';
import { performStepUp } from '../step-up.ts';
import { confirmTwoFactor, disableTwoFactor, startTwoFactor } from './two-factor.ts';

const step = 30_000;

describe.each(databaseKinds)('two-factor sign-in on %s', (kind) => {
  let space: Harness;
  let name = '';
  let secret = '';
  let recoveryCodes: readonly string[] = [];
  let count = 0;
  const code = (offset = 0) => new TOTP({ secret }).generate({ timestamp: space.clock.now + offset * step });
  const enter = (totp: string, more = {}) => tryToSignIn(space.deps, { username: name, totp, ...more });
  const problem = async (totp: string) => (await rejection(enter(totp))).problem;

  beforeAll(async () => {
    space = await openSessionHarness(kind);
  });
  afterAll(() => space.drop());
  beforeEach(async () => {
    space.clock.now += 86_400_000;
    count += 1;
    name = `person${count}`;
    await addAdmin(space.deps, name);
    const person = await signedIn(space.deps, name);
    ({ secret } = await startTwoFactor(space.deps, person));
    ({ recoveryCodes } = await confirmTwoFactor(space.deps, person, code()));
    space.clock.now += 10 * step;
  });

  it('requires a code only after the right password, so that a wrong one does not reveal whether two-factor is enabled', async () => {
    const requested = await rejection(enter(''));
    expect(requested).toMatchObject({ problem: 'twoFactorNeeded', detail: { data: { twoFactorRequired: true } } });
    expect((await rejection(enter('', { password: 'wrong' }))).problem).toBe('wrongCredentials');
    await expect(enter(code())).resolves.toMatchObject({ mustChangePassword: false });
  });

  it('accepts a code once, then only newer ones, one step to each side', async () => {
    expect(await problem(code())).toBe('none');
    expect(await problem(code())).toBe('twoFactorNeeded');
    expect(await problem(code(1))).toBe('none');
    expect(await problem(code(-1))).toBe('twoFactorNeeded');
    expect(await problem(code(2))).toBe('twoFactorNeeded');
  });

  it('accepts a code for one of twenty concurrent sign-ins', async () => {
    const { clock } = space;
    const current = code();
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        rejection(tryToSignIn(space.deps, { username: name, totp: current }, visitor(`192.0.2.${at + 1}`))),
      ),
    );
    expect(done.filter(({ problem: given }) => given === 'none')).toHaveLength(1);
    clock.now += 60 * 60_000;
  });

  it.each([
    ['a space', (given: string) => ` ${given}`],
    [
      'full-width digits',
      (given: string) => given.replace(/\d/g, (digit) => String.fromCharCode(0xfee0 + digit.charCodeAt(0))),
    ],
    ['a letter', (given: string) => `${given.slice(1)}x`],
  ])('rejects a code with %s, and says so by field', async (_, spoil) => {
    const rejected = await rejection(enter(spoil(code())));
    expect(rejected.problem).toBe('twoFactorNeeded');
    expect(rejected.detail.errors).toEqual({ totp: ['The two-factor code is incorrect or was already used.'] });
  });

  it('locks after five wrong codes even with the right password', async () => {
    const rejections: string[] = [];
    for (let at = 0; at < 6; at += 1) rejections.push(await problem('000000'));
    expect(rejections.slice(0, 2)).toEqual(['twoFactorNeeded', 'twoFactorNeeded']);
    expect(rejections.slice(2)).toEqual(Array(4).fill('captchaNeeded'));
    expect(await problem(code())).toBe('captchaNeeded');
  });

  it('accepts each of ten recovery codes once', async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await problem(first)).toBe('none');
    expect(await problem(first)).toBe('twoFactorNeeded');
    expect(await problem(second.replace('-', ''))).toBe('none');
  });

  it('confirms an identity only with both the password and an unused code', async () => {
    const used = code();
    const { token } = await enter(used);
    const person = await callerOf(space.deps, token);
    space.clock.now += 6 * 60_000;
    const tryWith = async (proof: { password: string; totp: string }) =>
      rejection(performStepUp(space.deps, person, proof));
    const requested = await tryWith({ password, totp: '' });
    expect([requested.problem, requested.detail.data]).toEqual(['twoFactorNeeded', { twoFactorRequired: true }]);
    const only = await tryWith({ password: '', totp: code() });
    expect([only.problem, Object.keys(only.detail.errors ?? {})]).toEqual(['invalid', ['password']]);
    expect((await tryWith({ password: 'wrong', totp: code() })).problem).toBe('wrongCredentials');
    expect(Object.keys((await tryWith({ password, totp: used })).detail.errors ?? {})).toEqual(['totp']);
    expect((await callerOf(space.deps, token)).stepUpAt).toBeLessThan(space.clock.now);
    // A wrong password does not use the code up.
    await expect(performStepUp(space.deps, person, { password, totp: code() })).resolves.toBeDefined();
    expect((await callerOf(space.deps, token)).stepUpAt).toBe(space.clock.now);
    expect((await tryWith({ password, totp: code() })).problem).toBe('twoFactorNeeded');
    await expect(performStepUp(space.deps, person, { password, totp: recoveryCodes[4] ?? '' })).resolves.toBeDefined();
  });

  it('is disabled only with the password and a code, whatever was confirmed before', async () => {
    const { token } = await enter(code());
    const person = await callerOf(space.deps, token);
    await performStepUp(space.deps, person, { password, totp: code(1) });
    const tryWith = async (proof: { password: string; totp: string }) =>
      (await rejection(disableTwoFactor(space.deps, person, proof))).problem;
    space.clock.now += 5 * step;
    expect(await tryWith({ password, totp: '' })).toBe('twoFactorNeeded');
    expect(await tryWith({ password: '', totp: code() })).toBe('invalid');
    expect(await tryWith({ password, totp: '000000' })).toBe('twoFactorNeeded');
    expect((await rejection(enter(''))).problem).toBe('twoFactorNeeded');
    expect(await tryWith({ password, totp: code() })).toBe('none');
    expect(await problem('')).toBe('none');
  });

  it('is not required of users who have not enabled it', async () => {
    await addAdmin(space.deps, `${name}.plain`);
    const plain = await signedIn(space.deps, `${name}.plain`);
    await expect(performStepUp(space.deps, plain, { password, totp: '' })).resolves.toBeDefined();
  });

  it('stores the secret and the codes sealed', async () => {
    const tables = ['admin_credentials', 'recovery_codes', 'audit_logs', 'guess_counters'];
    const { read } = space.deps.database;
    const dump = JSON.stringify(
      await Promise.all(tables.map((table) => withNamedTables(read).selectFrom(table).selectAll().execute())),
    );
    const secrets = [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))];
    expect(secrets.filter((each) => dump.includes(each))).toEqual([]);
  });

  it('allows a shorter password, which has to be changed when two-factor is disabled', async () => {
    const { token } = await enter(code());
    const person = await callerOf(space.deps, token);
    await changePassword(space.deps, person, { current: password, next: 'mV9#tq-L' });
    await disableTwoFactor(space.deps, person, { password: 'mV9#tq-L', totp: code(1) });
    const again = await tryToSignIn(space.deps, { username: name, password: 'mV9#tq-L' });
    expect(again.mustChangePassword).toBe(true);
  });

  it('must be set up first where the settings require it, and cannot be disabled then', async () => {
    const { database, settings } = space.deps;
    const { token } = await enter(code());
    const person = await callerOf(space.deps, token);
    await addAdmin(space.deps, `${name}.new`);
    const newcomer = await signedIn(space.deps, `${name}.new`);
    const row = { page: 'system', group_name: 'loginSecurity', version: 1, content: '{"adminForceTwoFactor":true}' };
    await database.transaction((tx) =>
      tx
        .insertInto('settings')
        .values({ ...row, updated_at: 0, updated_by: null })
        .execute(),
    );
    settings.purge();
    expect((await rejection(disableTwoFactor(space.deps, person, { password, totp: code(1) }))).problem).toBe('denied');
    expect((await rejection(callerOf(space.deps, newcomer.token))).detail.data).toEqual({
      twoFactorSetupRequired: true,
    });
    for (const path of ['/info', '/two-factor/start', '/two-factor/confirm', '/step-up', '/logout'])
      await expect(callerOf(space.deps, newcomer.token, path)).resolves.toBeDefined();
    await database.transaction((tx) => tx.deleteFrom('settings').execute());
    settings.purge();
  });
});
