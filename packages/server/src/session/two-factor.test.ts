import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import {
  addAdmin,
  callerOf,
  openRoom,
  password,
  type Room,
  refusal,
  signedIn,
  tryToSignIn,
  visitor,
} from '../../test/session-room.ts';
import { changePassword } from './password-change.ts';
import { stepUp } from './step-up.ts';
import { confirmTwoFactor, disableTwoFactor, startTwoFactor } from './two-factor.ts';

const step = 30_000;

describe.each(databaseKinds)('two-factor sign-in on %s', (kind) => {
  let room: Room;
  let name = '';
  let secret = '';
  let recoveryCodes: readonly string[] = [];
  let count = 0;
  const code = (offset = 0) => new TOTP({ secret }).generate({ timestamp: room.clock.now + offset * step });
  const enter = (totp: string, more = {}) => tryToSignIn(room.needs, { username: name, totp, ...more });
  const fault = async (totp: string) => (await refusal(enter(totp))).fault;

  beforeAll(async () => {
    room = await openRoom(kind);
  });
  afterAll(() => room.drop());
  beforeEach(async () => {
    room.clock.now += 86_400_000;
    count += 1;
    name = `person${count}`;
    await addAdmin(room.needs, name);
    const person = await signedIn(room.needs, name);
    ({ secret } = await startTwoFactor(room.needs, person));
    ({ recoveryCodes } = await confirmTwoFactor(room.needs, person, code()));
    room.clock.now += 10 * step;
  });

  it('asks for a code beside the right password, and tells a wrong password nothing of it', async () => {
    const asked = await refusal(enter(''));
    expect(asked).toMatchObject({ fault: 'twoFactorNeeded', detail: { data: { twoFactorRequired: true } } });
    expect((await refusal(enter('', { password: 'wrong' }))).fault).toBe('wrongCredentials');
    await expect(enter(code())).resolves.toMatchObject({ mustChangePassword: false });
  });

  it('takes a code once, then only newer ones, one step to each side', async () => {
    expect(await fault(code())).toBe('none');
    expect(await fault(code())).toBe('twoFactorNeeded');
    expect(await fault(code(1))).toBe('none');
    expect(await fault(code(-1))).toBe('twoFactorNeeded');
    expect(await fault(code(2))).toBe('twoFactorNeeded');
  });

  it('takes a code for one of twenty who give it at once', async () => {
    const { clock } = room;
    const current = code();
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        refusal(tryToSignIn(room.needs, { username: name, totp: current }, visitor(`192.0.2.${at + 1}`))),
      ),
    );
    expect(done.filter(({ fault: given }) => given === 'none')).toHaveLength(1);
    clock.now += 60 * 60_000;
  });

  it.each([
    ['a space', (given: string) => ` ${given}`],
    [
      'full-width digits',
      (given: string) => given.replace(/\d/g, (digit) => String.fromCharCode(0xfee0 + digit.charCodeAt(0))),
    ],
    ['a letter', (given: string) => `${given.slice(1)}x`],
  ])('refuses a code with %s, and says so by field', async (_, spoil) => {
    const refused = await refusal(enter(spoil(code())));
    expect(refused.fault).toBe('twoFactorNeeded');
    expect(refused.detail.errors).toEqual({ totp: ['The two-factor code is wrong or was used already'] });
  });

  it('closes after five wrong codes, the right password notwithstanding', async () => {
    const faults: string[] = [];
    for (let at = 0; at < 6; at += 1) faults.push(await fault('000000'));
    expect(faults.slice(0, 2)).toEqual(['twoFactorNeeded', 'twoFactorNeeded']);
    expect(faults.slice(2)).toEqual(Array(4).fill('captchaNeeded'));
    expect(await fault(code())).toBe('captchaNeeded');
  });

  it('takes each of ten recovery codes once', async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await fault(first)).toBe('none');
    expect(await fault(first)).toBe('twoFactorNeeded');
    expect(await fault(second.replace('-', ''))).toBe('none');
  });

  it('confirms an identity with the password and a code that was not used before, and with neither alone', async () => {
    const used = code();
    const { token } = await enter(used);
    const person = await callerOf(room.needs, token);
    room.clock.now += 6 * 60_000;
    const tryWith = async (proof: { password: string; totp: string }) => refusal(stepUp(room.needs, person, proof));
    const asked = await tryWith({ password, totp: '' });
    expect([asked.fault, asked.detail.data]).toEqual(['twoFactorNeeded', { twoFactorRequired: true }]);
    const alone = await tryWith({ password: '', totp: code() });
    expect([alone.fault, Object.keys(alone.detail.errors ?? {})]).toEqual(['invalid', ['password']]);
    expect((await tryWith({ password: 'wrong', totp: code() })).fault).toBe('wrongCredentials');
    expect(Object.keys((await tryWith({ password, totp: used })).detail.errors ?? {})).toEqual(['totp']);
    expect((await callerOf(room.needs, token)).stepUpAt).toBeLessThan(room.clock.now);
    // A wrong password used no code up.
    await expect(stepUp(room.needs, person, { password, totp: code() })).resolves.toBeDefined();
    expect((await callerOf(room.needs, token)).stepUpAt).toBe(room.clock.now);
    expect((await tryWith({ password, totp: code() })).fault).toBe('twoFactorNeeded');
    await expect(stepUp(room.needs, person, { password, totp: recoveryCodes[4] ?? '' })).resolves.toBeDefined();
  });

  it('goes only with the password and a code, whatever was confirmed before', async () => {
    const { token } = await enter(code());
    const person = await callerOf(room.needs, token);
    await stepUp(room.needs, person, { password, totp: code(1) });
    const tryWith = async (proof: { password: string; totp: string }) =>
      (await refusal(disableTwoFactor(room.needs, person, proof))).fault;
    room.clock.now += 5 * step;
    expect(await tryWith({ password, totp: '' })).toBe('twoFactorNeeded');
    expect(await tryWith({ password: '', totp: code() })).toBe('invalid');
    expect(await tryWith({ password, totp: '000000' })).toBe('twoFactorNeeded');
    expect((await refusal(enter(''))).fault).toBe('twoFactorNeeded');
    expect(await tryWith({ password, totp: code() })).toBe('none');
    expect(await fault('')).toBe('none');
  });

  it('is not asked of those who have not enabled it', async () => {
    await addAdmin(room.needs, `${name}.plain`);
    const plain = await signedIn(room.needs, `${name}.plain`);
    await expect(stepUp(room.needs, plain, { password, totp: '' })).resolves.toBeDefined();
  });

  it('keeps the secret and the codes sealed', async () => {
    const tables = ['admin_credentials', 'recovery_codes', 'audit_logs', 'guess_counters'];
    const { read } = room.needs.database;
    const dump = JSON.stringify(await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute())));
    const secrets = [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))];
    expect(secrets.filter((each) => dump.includes(each))).toEqual([]);
  });

  it('allows a shorter password, which has to be changed when two-factor goes', async () => {
    const { token } = await enter(code());
    const person = await callerOf(room.needs, token);
    await changePassword(room.needs, person, { current: password, next: 'mV9#tq-L' });
    await disableTwoFactor(room.needs, person, { password: 'mV9#tq-L', totp: code(1) });
    const again = await tryToSignIn(room.needs, { username: name, password: 'mV9#tq-L' });
    expect(again.mustChangePassword).toBe(true);
  });

  it('is set up first of all where the settings ask for it, and then stays on', async () => {
    const { database, settings } = room.needs;
    const { token } = await enter(code());
    const person = await callerOf(room.needs, token);
    await addAdmin(room.needs, `${name}.new`);
    const newcomer = await signedIn(room.needs, `${name}.new`);
    const row = { page: 'system', group_name: 'loginSecurity', version: 1, content: '{"adminForceTwoFactor":true}' };
    await database.transaction((tx) =>
      tx
        .insertInto('settings')
        .values({ ...row, updated_at: 0, updated_by: null })
        .execute(),
    );
    settings.forget();
    expect((await refusal(disableTwoFactor(room.needs, person, { password, totp: code(1) }))).fault).toBe('denied');
    expect((await refusal(callerOf(room.needs, newcomer.token))).detail.data).toEqual({ twoFactorSetupRequired: true });
    for (const path of ['/info', '/two-factor/start', '/two-factor/confirm', '/step-up', '/logout'])
      await expect(callerOf(room.needs, newcomer.token, path)).resolves.toBeDefined();
    await database.transaction((tx) => tx.deleteFrom('settings').execute());
    settings.forget();
  });
});
