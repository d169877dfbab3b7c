import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonHost, jsonHost } from '../../../../test/json-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { withNamedTables } from '../../../platform/store/database.ts';
import { watchRisks } from '../../risk/watch-risks.ts';

const rightSecret = 's1te-verify';

/** Answers verification requests as the providers do: takes a form, returns JSON. */
function judge(body: Buffer): { status?: number; body: unknown } {
  const form = new URLSearchParams(body.toString());
  if (form.get('secret') !== rightSecret) return { body: { success: false, 'error-codes': ['invalid-input-secret'] } };
  if (form.get('response') === 'crash') return { status: 500, body: {} };
  if (form.get('response') === 'nonsense') return { body: '<html>' };
  const success = form.get('response') === 'a-person';
  return { body: success ? { success } : { success, 'error-codes': ['invalid-input-response'] } };
}

describe('a hosted captcha', () => {
  let space: ServiceHarness;
  let provider: JsonHost;
  let version = 0;
  const settings = (values: object = {}) => ({
    kind: 'turnstile',
    siteKey: '1x-site',
    secret: rightSecret,
    verifyUrl: `${provider.url}/siteverify`,
    scriptUrl: `${provider.url}/api.js`,
    ...values,
  });
  beforeAll(async () => {
    provider = await jsonHost(({ body }) => judge(body));
    space = await createServiceHarness('sqlite');
    const outbound = { page: 'system', group: 'outbound', version: 0, values: { privateHosts: [provider.host] } };
    expect((await space.admin('/settings/save', outbound)).code).toBe(20000);
  });
  afterAll(async () => {
    await space.drop();
    await provider.stop();
  });
  async function save(values: object) {
    const { code, errors } = await space.admin('/settings/save', {
      page: 'extensions',
      group: 'captcha',
      version,
      values,
    });
    expect([code, errors]).toEqual([20000, {}]);
    version += 1;
  }
  const verify = async () =>
    (await space.admin('/settings/run', { page: 'extensions', group: 'captcha', action: 'verify', input: {} })).data;
  const signIn = (input: object) =>
    space.admin('/login', { username: 'nobody-here', password: 'not-the-password-at-all', ...input });
  const widget = (query = '') => fetch(`${space.url}/captcha-widget${query}`);

  it('is disabled until it is set up, and the image needs no test', async () => {
    expect((await widget()).status).toBe(404);
    expect((await space.admin('/verify-codes/captcha', {})).data).toMatchObject({ hosted: false });
    expect(await verify()).toMatchObject({ ok: true, problem: null });
    await save({ kind: 'turnstile' });
    expect(await verify()).toMatchObject({ ok: false, problem: 'off' });
  });

  it('reports from its connection test whether the secret is right, wrong, or no answer comes', async () => {
    await save(settings());
    expect(await verify()).toMatchObject({ ok: true, problem: null, code: 'invalid-input-response' });
    expect(provider.requested.at(-1)?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    await save(settings({ secret: 'another-secret' }));
    expect(await verify()).toMatchObject({ ok: false, problem: 'auth', code: 'invalid-input-secret' });
    await save(settings({ verifyUrl: 'http://127.0.0.2:9/siteverify' }));
    expect(await verify()).toMatchObject({ ok: false, problem: 'host' });
    await save(settings());
    const { items } = (await space.admin('/audit-log/list', {})).data as { items: readonly object[] };
    expect(JSON.stringify(items)).not.toContain(rightSecret);
  });

  it('shows its widget on a page whose policy allows only that provider', async () => {
    const page = await widget('?theme=dark&lang=en-US');
    const policy = page.headers.get('content-security-policy') ?? '';
    const own = `https://challenges.cloudflare.com ${provider.url}`;
    expect(policy.split(';')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${own}`,
      `frame-src ${own}`,
      `style-src 'unsafe-inline' ${own}`,
      `connect-src ${own}`,
      `img-src data: ${own}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(await page.text()).toContain('data-sitekey="1x-site"');
    expect((await fetch(`${space.url}/livez`)).headers.get('content-security-policy')).not.toContain(own);
    const malicious = await space.admin('/settings/save', {
      page: 'extensions',
      group: 'captcha',
      version,
      values: settings({ scriptUrl: 'https://a.example/x.js; script-src *' }),
    });
    expect(Object.keys(malicious.errors)).toEqual(['scriptUrl']);
  });

  it('accepts no URL without a host, and a stored one does not replace the image', async () => {
    const values = settings({ scriptUrl: 'https://:', verifyUrl: 'https://?' });
    const { errors } = await space.admin('/settings/save', { page: 'extensions', group: 'captcha', version, values });
    expect(Object.keys(errors)).toEqual(['scriptUrl', 'verifyUrl']);
    const { database, settings: reader } = space.foundation;
    const keep = async (scriptUrl: string) => {
      const own = database.read.selectFrom('settings').selectAll().where('group_name', '=', 'captcha');
      const { content } = await own.executeTakeFirstOrThrow();
      const changed = JSON.stringify({ ...JSON.parse(content), scriptUrl });
      await database.transaction((tx) =>
        tx.updateTable('settings').set({ content: changed }).where('group_name', '=', 'captcha').execute(),
      );
      reader.purge();
    };
    await keep('https://:');
    const { data } = await space.admin('/verify-codes/captcha', {});
    expect(data).toMatchObject({ hosted: true, captchaImage: expect.stringMatching(/^data:image/) });
    const policy = (await widget()).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
    await keep(`${provider.url}/api.js`);
  });

  it('allows the next sign-in attempt after a right answer, and not after a wrong one', async () => {
    for (let tries = 0; tries < 2; tries += 1) expect((await signIn({})).code).toBe(40010);
    expect((await signIn({})).code).toBe(40011);
    expect((await space.admin('/verify-codes/captcha', {})).data).toMatchObject({ hosted: true });
    const wrong = await signIn({ captchaToken: 'a-program' });
    expect([wrong.code, wrong.data]).toMatchObject([40011, { captchaRequired: true }]);
    expect(wrong.data).not.toHaveProperty('captchaPicture');
    expect((await signIn({ captchaToken: 'a-person' })).code).toBe(40010);
  });

  it('is not queried for an attempt that is rejected anyway', async () => {
    const tryAs = (input: object) => signIn({ username: 'somebody-else', ...input });
    for (let tries = 0; tries < 5; tries += 1) expect((await tryAs({ captchaToken: 'a-person' })).code).toBe(40010);
    const requested = provider.requested.length;
    expect((await tryAs({ captchaToken: 'a-person' })).code).toBe(42900);
    expect(provider.requested.length).toBe(requested);
  });

  it.each(['crash', 'nonsense'])(
    'falls back to the image when the provider cannot decide: %s',
    async (captchaToken) => {
      const broken = await signIn({ captchaToken });
      expect([broken.code, broken.data]).toMatchObject([40011, { captchaRequired: true, captchaPicture: true }]);
      expect(broken.message).toMatch(/image/);
    },
  );

  it('is left out of sign-in when the settings say so, which then requires the image', async () => {
    await save(settings({ onSignIn: false }));
    expect((await widget()).status).toBe(404);
    expect((await space.admin('/verify-codes/captcha', {})).data).toMatchObject({ hosted: false });
    expect((await signIn({ captchaToken: 'a-person' })).data).toMatchObject({ captchaPicture: true });
  });

  it('protects client calls once it is enabled for them', async () => {
    const api = space.api(await space.newClient({ scopes: ['captcha'] }));
    await expect(api.call('captchaChallenge', {})).rejects.toMatchObject({ data: { state: 'off' } });
    await save(settings({ forClients: true }));
    const challenge = await api.call('captchaChallenge', {});
    expect(challenge.widget).toEqual({ kind: 'turnstile', siteKey: '1x-site', scriptUrl: `${provider.url}/api.js` });
    expect(challenge.captchaImage).toMatch(/^data:image\/png;base64,/);
    const { captchaId } = challenge;
    expect(await api.call('captchaVerify', { token: 'a-person' })).toEqual({ ok: true, reason: 'right' });
    expect(await api.call('captchaVerify', { token: 'a-program' })).toEqual({ ok: false, reason: 'wrong' });
    expect(await api.call('captchaVerify', { token: 'crash' })).toEqual({ ok: false, reason: 'broken' });
    expect(await api.call('captchaVerify', { captchaId, captchaCode: '????' })).toEqual({ ok: false, reason: 'wrong' });
    const other = space.api(await space.newClient({ scopes: ['search'] }));
    await expect(other.call('captchaChallenge', {})).rejects.toMatchObject({ code: 40300 });
  });

  it('is required of clients that a rule restricts: a proof allows their calls for the window, and a retried call is answered', async () => {
    const api = space.api(await space.newClient({ scopes: ['user', 'redeem', 'sign'] }));
    const address = '203.0.113.77';
    const { userId } = await api.call('userRegister', { username: 'a-guesser', ip: address });
    const rule = { name: 'guesses', kind: 'redeemFailures', threshold: 1, action: 'captcha', windowMinutes: 60 };
    expect((await space.admin('/risk-rule/create', rule)).code).toBe(20000);
    const guess = { userId, code: 'nothing-like-one' };
    await expect(api.call('redeemUse', guess, 'first')).rejects.toMatchObject({ code: 42200 });
    expect((await api.call('userGet', { userId })).restriction).toEqual({ captcha: false, rejectedUntil: null });
    await watchRisks(space.foundation);
    expect((await api.call('userGet', { userId })).restriction.captcha).toBe(true);

    const missing = { code: 40011, data: { captchaRequired: true, reason: 'missing' } };
    await expect(api.call('redeemUse', guess)).rejects.toMatchObject(missing);
    await expect(api.call('signIn', { userId })).rejects.toMatchObject(missing);
    // A call that was answered before is answered again without a captcha.
    await expect(api.call('redeemUse', guess, 'first')).rejects.toMatchObject({ code: 42200 });
    const proof = (token: string) => ({ ...guess, captcha: { token } });
    for (const [token, reason] of [
      ['a-program', 'wrong'],
      ['crash', 'broken'],
    ] as const)
      await expect(api.call('redeemUse', proof(token))).rejects.toMatchObject({ code: 40011, data: { reason } });
    const requested = provider.requested.length;
    await expect(api.call('redeemUse', proof('a-person'), 'second')).rejects.toMatchObject({ code: 42200 });
    await expect(api.call('redeemUse', proof('a-person'), 'second')).rejects.toMatchObject({ code: 42200 });
    await expect(api.call('redeemUse', guess)).rejects.toMatchObject({ code: 42200 });
    expect(provider.requested.length).toBe(requested + 1);
    expect((await api.call('userGet', { userId })).restriction.captcha).toBe(false);
  });

  it('is required of an IP address at registrations, but not when a limit rejects or clients have no captcha', async () => {
    const api = space.api(await space.newClient({ scopes: ['user', 'sign'] }));
    const ip = '203.0.113.78';
    const rule = { name: 'crowds', kind: 'registrations', threshold: 1, action: 'captcha', windowMinutes: 60 };
    expect((await space.admin('/risk-rule/create', rule)).code).toBe(20000);
    const { userId } = await api.call('userRegister', { username: 'the-first', ip });
    await watchRisks(space.foundation);
    const next = { username: 'the-second', ip };
    await expect(api.call('userRegister', next)).rejects.toMatchObject({ code: 40011 });
    // A proof counts only for the client that gave it: the address stays restricted for the next one.
    const shown = { username: 'a-neighbour', ip, captcha: { token: 'a-person' } };
    expect(await api.call('userRegister', shown, 'third')).toMatchObject({ username: 'a-neighbour' });
    expect(await api.call('userRegister', shown, 'third')).toMatchObject({ username: 'a-neighbour' });
    await expect(api.call('userRegister', next)).rejects.toMatchObject({ code: 40011 });
    expect(await api.call('userRegister', { ...next, ip: '203.0.113.79' })).toMatchObject({ username: 'the-second' });
    const limit = { name: 'limits', kind: 'violations', threshold: 1, action: 'limit', windowMinutes: 60 };
    expect((await space.admin('/risk-rule/create', limit)).code).toBe(20000);
    const seen = {
      user_id: userId,
      source: 'chat',
      handled: 'open',
      created_at: Date.now(),
      updated_at: 1,
      version: 1,
    };
    await space.foundation.database.transaction((tx) =>
      withNamedTables(tx).insertInto('violation_logs').values(seen).execute(),
    );
    await watchRisks(space.foundation);
    const rejected = { code: 42900, data: { state: 'restricted' } };
    await expect(api.call('signIn', { userId })).rejects.toMatchObject(rejected);
    await save(settings({ forClients: false }));
    expect(await api.call('userRegister', { username: 'the-third', ip })).toMatchObject({ username: 'the-third' });
    await expect(api.call('signIn', { userId })).rejects.toMatchObject(rejected);
  });
});
