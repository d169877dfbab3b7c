import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailSink, mailSink } from '../../../../test/mail-sink.ts';
import { type Answered, createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { type SmsHosts, smsHosts, smsKey } from '../../../../test/sms-hosts.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { withNamedTables } from '../../../platform/store/database.ts';
import { watchRisks } from '../../risk/watch-risks.ts';
import { pruneCodes } from './verification-codes.ts';

const minute = 60_000;

describe.each(databaseKinds)('verification codes on %s', (kind) => {
  let space: ServiceHarness;
  let hosts: SmsHosts;
  let sink: MailSink;
  let token: string;
  let version = 0;
  let numbers = 0;
  let mail: object;
  const getPhone = () => `139${String(++numbers).padStart(8, '0')}`;
  const bao = () => ({
    enabled: true,
    provider: 'smsbao',
    accessKeyId: smsKey.id,
    accessKeySecret: smsKey.secret,
    signName: '龙门',
    endpoint: `${hosts.url}/baosms`,
  });
  const save = (page: string, group: string, at: number, values: object) =>
    space.admin('/settings/save', { page, group, version: at, values });
  const saveSms = async (values: object) => {
    await space.proveMyself();
    const { code, errors } = await save('extensions', 'sms', version, values);
    expect([code, errors]).toEqual([20_000, {}]);
    version += 1;
  };
  beforeAll(async () => {
    [hosts, sink] = [await smsHosts(), await mailSink()];
    space = await createServiceHarness(kind);
    const { clientId, secret } = await space.newClient({ scopes: ['code', 'user'] });
    token = `${clientId}.${secret}`;
    await save('system', 'outbound', 0, { privateHosts: [hosts.host, `127.0.0.1:${sink.port}`] });
    const login = { user: sink.user, password: sink.password, from: 'gantry@example.com' };
    mail = { host: '127.0.0.1', port: sink.port, security: 'none', ...login };
    await save('extensions', 'mail', 0, mail);
    await saveSms(bao());
  });
  afterAll(async () => {
    expect(await space.broken()).toEqual([]);
    await space.drop();
    await hosts.stop();
    await sink.stop();
  });
  beforeEach(() => setSettings(space.foundation, 'register', {}));

  const call = (path: string, body: unknown, key: string = randomUUID()): Promise<Answered> =>
    space.service(path, body, token, key);
  const send = (body: object, key?: string) => call('/code/send', { purpose: 'register', ...body }, key);
  const check = async (body: object) => (await call('/code/check', { purpose: 'register', ...body })).data;
  const lastCode = () => /\d{6}/.exec(hosts.taken.at(-1)?.values[0] ?? '')?.[0] ?? '';
  const codeFor = async (phone: string, purpose = 'register') => {
    expect(await send({ phone, purpose })).toMatchObject({ code: 20_000 });
    return lastCode();
  };
  const getWrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const register = (body: object, key?: string) => call('/user/register', { username: randomUUID(), ...body }, key);

  test('sends nothing to a user from a restricted IP address who has not solved a captcha', async () => {
    const ip = '203.0.113.80';
    expect((await save('extensions', 'captcha', 0, { forClients: true })).code).toBe(20_000);
    const rule = { name: 'many from one address', kind: 'registrations', threshold: 1, action: 'captcha' };
    expect((await space.admin('/risk-rule/create', rule)).code).toBe(20_000);
    expect((await register({ ip })).code).toBe(20_000);
    await watchRisks(space.foundation);
    const sent = hosts.taken.length;
    const [phone, key] = [getPhone(), randomUUID()];
    expect(await send({ phone, ip }, key)).toMatchObject({ code: 40_011, data: { reason: 'missing' } });
    const captcha = { captchaId: 'none', captchaCode: '????' };
    expect(await send({ phone, ip, captcha }, key)).toMatchObject({ code: 40_011, data: { reason: 'wrong' } });
    expect(hosts.taken.length).toBe(sent);
    expect(await send({ phone }, randomUUID())).toMatchObject({ code: 20_000 });
  });

  test('sends a text message with a code that is valid once, for its purpose and number, for five minutes', async () => {
    const phone = getPhone();
    const sent = await send({ phone });
    expect(sent.data).toEqual({ expiresAt: space.now + 5 * minute, retryAfter: 60 });
    expect(hosts.taken.at(-1)).toMatchObject({ phone, sign: '龙门' });
    const code = lastCode();
    expect(await check({ phone, code, purpose: 'signIn' })).toMatchObject({ ok: false, reason: 'gone' });
    expect(await check({ phone: getPhone(), code })).toMatchObject({ reason: 'gone' });
    expect(await check({ phone, code: getWrong(code) })).toEqual({
      ok: false,
      reason: 'wrong',
      triesLeft: 4,
      userId: null,
    });
    expect(await check({ phone, code })).toMatchObject({ ok: true, reason: 'right' });
    expect(await check({ phone, code })).toMatchObject({ reason: 'gone' });
    for (const place of [{}, { phone, email: 'both@example.com' }]) {
      const oneOf = [expect.stringMatching(/其中一个|either a phone number/)];
      expect(await send(place)).toMatchObject({ code: 42_200, errors: { phone: oneOf, email: oneOf } });
    }
    const late = getPhone();
    const old = await codeFor(late);
    space.now += 5 * minute;
    expect(await check({ phone: late, code: old })).toMatchObject({ reason: 'gone' });
  });

  test('invalidates a code after five attempts, however many come at the same time', async () => {
    const phone = getPhone();
    const code = await codeFor(phone);
    const sharedNetwork = await Promise.all(Array.from({ length: 12 }, () => check({ phone, code: getWrong(code) })));
    expect(sharedNetwork.filter(({ reason }) => reason === 'wrong')).toHaveLength(5);
    expect(await check({ phone, code })).toMatchObject({ ok: false, reason: 'gone', triesLeft: 0 });
  });

  test('limits codes per minute and day for a number, and per IP address', async () => {
    await saveSms({ dailyLimitPerPhone: 2 });
    const phone = getPhone();
    const first = await codeFor(phone);
    const soon = await send({ phone });
    expect([soon.code, soon.headers.get('retry-after')]).toEqual([42_900, '60']);
    space.now += minute;
    expect(await codeFor(phone)).not.toBe('');
    expect(await check({ phone, code: first })).not.toMatchObject({ ok: true });
    space.now += minute;
    expect((await send({ phone })).headers.get('retry-after')).toBe(String(24 * 3600 - 120));
    await saveSms({ dailyLimitPerPhone: 10 });
    await setSettings(space.foundation, 'register', { codesPerIpPerDay: 2 });
    const from = (ip: string) => send({ phone: getPhone(), ip });
    const sharedNetwork = await Promise.all(Array.from({ length: 6 }, () => from('192.0.2.7')));
    expect(sharedNetwork.filter(({ code }) => code === 20_000)).toHaveLength(2);
    expect((await from('192.0.2.8')).code).toBe(20_000);
  });

  test('returns the stored answer for the same key, and resends only what is known to have failed', async () => {
    const [phone, key] = [getPhone(), randomUUID()];
    hosts.rejected.add(phone);
    expect(await send({ phone }, key)).toMatchObject({ code: 50_300, data: { upstream: 'rejected' } });
    expect(await send({ phone }, key)).toMatchObject({ code: 50_300, data: { upstream: 'rejected' } });
    expect(await check({ phone, code: '000000' })).toMatchObject({ reason: 'gone' });
    hosts.rejected.delete(phone);
    const before = hosts.taken.length;
    const [again, same] = [await send({ phone }, key), await send({ phone }, key)];
    expect([again.code, same.code, hosts.taken.length - before]).toEqual([20_000, 20_000, 1]);
    expect(await check({ phone, code: lastCode() })).toMatchObject({ ok: true });
  });

  const codeIn = (mail: string | undefined) => {
    const body = Buffer.from(String(mail?.split(/\r?\n\r?\n/)[1]), 'base64').toString();
    return /\d{6}/.exec(`${mail} ${body}`.replace(/^[\w-]+:.*$/gm, ''))?.[0] ?? '';
  };

  test('sends codes by email, one a minute per mailbox in any spelling', async () => {
    const email = 'Some.Body@example.com';
    expect((await send({ email })).code).toBe(20_000);
    const { to, text } = sink.mails.at(-1) ?? {};
    expect(to).toEqual([email]);
    const code = codeIn(text);
    expect((await send({ email: 'SOME.BODY+x@example.com' })).code).toBe(42_200);
    await setSettings(space.foundation, 'register', { blockAlias: false });
    expect((await send({ email: 'SOME.BODY+x@example.com' })).code).toBe(42_900);
    expect(await check({ email: 'some.body@example.com', code })).toMatchObject({ ok: true });
  });

  test('limits emails per day and address, and requires a code where the settings say so', async () => {
    const email = `${randomUUID()}@example.com`;
    await space.proveMyself();
    expect((await save('extensions', 'mail', 1, { ...mail, dailyLimitPerAddress: 2 })).code).toBe(20_000);
    space.now += minute;
    await setSettings(space.foundation, 'register', { emailVerify: true });
    expect(await register({ email })).toMatchObject({ code: 42_200, data: { reason: 'code.missing' } });
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await send({ email })).code).toBe(20_000);
      space.now += minute;
    }
    expect((await send({ email })).code).toBe(42_900);
    expect((await send({ email: `${randomUUID()}@example.com` })).code).toBe(20_000);
    const emailCode = codeIn(sink.mails.at(-2)?.text);
    expect((await register({ email, emailCode })).code).toBe(20_000);
  });

  test('registers a phone number with its code where the settings require one, and stores failed attempts', async () => {
    await setSettings(space.foundation, 'register', { phoneVerify: true });
    const phone = getPhone();
    expect(await register({ phone })).toMatchObject({ code: 42_200, data: { reason: 'code.missing' } });
    const code = await codeFor(phone);
    const wrong = await register({ phone, phoneCode: getWrong(code) });
    expect([wrong.data.reason, Object.keys(wrong.errors)]).toEqual(['code.wrong', ['phoneCode']]);
    const username = randomUUID();
    expect((await register({ username })).code).toBe(20_000);
    // A taken username does not use up the code.
    expect(await register({ username, phone, phoneCode: code })).toMatchObject({
      code: 42_200,
      errors: { username: [expect.any(String)] },
    });
    const key = randomUUID();
    const body = { username: randomUUID(), phone, phoneCode: code };
    const made = await register(body, key);
    expect(made.code).toBe(20_000);
    expect((await register(body, key)).data).toEqual(made.data);
    expect(await register({ phone: getPhone(), phoneCode: code })).toMatchObject({ data: { reason: 'code.gone' } });
    space.now += minute;
    const signIn = await codeFor(phone, 'signIn');
    expect(await check({ phone, code: signIn, purpose: 'signIn' })).toMatchObject({ userId: made.data.userId });
  });

  test('rejects disabled channels before a message is paid for', async () => {
    await setSettings(space.foundation, 'register', { ways: ['email'] });
    const before = hosts.requested.length;
    const shut = { code: 42_200, data: { reason: 'way' } };
    expect(await send({ phone: getPhone() })).toMatchObject(shut);
    expect(await register({ phone: getPhone() })).toMatchObject(shut);
    expect(await register({})).toMatchObject(shut);
    expect((await register({ email: `${randomUUID()}@example.com` })).code).toBe(20_000);
    expect(hosts.requested.length).toBe(before);
  });

  test('binds another number with its code, unless another user has it', async () => {
    await setSettings(space.foundation, 'register', { phoneVerify: true });
    const [phone, other] = [getPhone(), getPhone()];
    const { userId } = (await register({})).data;
    const bind = (body: object) => call('/user/bind', { userId, ...body });
    expect((await bind({})).errors).toHaveProperty('phone');
    expect(await bind({ phone })).toMatchObject({ data: { reason: 'code.missing' } });
    const code = await codeFor(phone, 'bind');
    expect((await bind({ phone, phoneCode: code })).data).toEqual({ userId, email: null, phone });
    const taken = await codeFor(other, 'bind');
    await setSettings(space.foundation, 'register', {});
    expect((await register({ phone: other })).code).toBe(20_000);
    expect((await bind({ phone: other, phoneCode: taken })).errors).toHaveProperty('phone');
    expect((await bind({ userId: 999_999, phone: getPhone() })).code).toBe(40_400);
  });

  test('stores neither codes nor numbers in plain text, and prunes old codes', async () => {
    const phone = getPhone();
    const code = await codeFor(phone);
    const { read } = space.foundation.database;
    const tables = ['verification_codes', 'attempts', 'idempotency_keys', 'audit_logs'];
    const rows = await Promise.all(
      tables.map((table) => withNamedTables(read).selectFrom(table).selectAll().execute()),
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(phone);
    expect(stored).not.toContain(`"${code}"`);
    await pruneCodes(space.foundation.database, space.now + 5 * minute);
    expect(await read.selectFrom('verification_codes').selectAll().execute()).toEqual([]);
  });

  test('calls each provider as documented, and reports why it rejected', async () => {
    const run = async (phone = getPhone()) =>
      (await space.admin('/settings/run', { page: 'extensions', group: 'sms', action: 'send', input: { phone } })).data;
    const aliyun = {
      provider: 'aliyun',
      templateCode: 'SMS_1',
      endpoint: `${hosts.url}/`,
      accessKeySecret: smsKey.secret,
    };
    await saveSms(aliyun);
    expect(await run()).toMatchObject({ ok: true, problem: null });
    expect(hosts.taken.at(-1)).toMatchObject({ sign: '龙门/SMS_1', values: [expect.stringMatching(/^\d{6}$/)] });
    await saveSms({ accessKeySecret: 'another' });
    expect(await run()).toMatchObject({ ok: false, problem: 'auth', code: 'SignatureDoesNotMatch' });
    await saveSms({ provider: 'tencent', accessKeySecret: smsKey.secret, templateCode: '77', withMinutes: true });
    expect(await run()).toMatchObject({ ok: false, problem: 'off' });
    await saveSms({ sdkAppId: '1400' });
    expect(await run()).toMatchObject({ ok: true });
    expect(hosts.taken.at(-1)).toMatchObject({ sign: '龙门/77/1400/ap-guangzhou', values: [expect.any(String), '5'] });
    const bad = getPhone();
    hosts.rejected.add(bad);
    expect(await run(bad)).toMatchObject({ problem: 'rejected', code: 'InvalidParameterValue.IncorrectPhoneNumber' });
    await saveSms({ accessKeyId: 'nobody' });
    expect(await run()).toMatchObject({ problem: 'auth', code: 'AuthFailure.SecretIdNotFound' });
    await saveSms({ ...bao(), content: '没有变量' });
    expect(await run()).toMatchObject({ problem: 'off' });
    await saveSms({ content: '码 {code}，{minutes} 分钟' });
    expect(await run()).toMatchObject({ ok: true });
    expect(hosts.taken.at(-1)?.values[0]).toMatch(/^码 \d{6}，5 分钟$/);
    await saveSms({ enabled: false });
    expect(await send({ phone: getPhone() })).toMatchObject({ code: 40_902, data: { state: 'off' } });
  });
});
