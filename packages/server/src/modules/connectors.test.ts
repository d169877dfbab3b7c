import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SettingsAnswer } from '@gantry/core';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonHost, jsonHost } from '../../test/json-host.ts';
import { type MailSink, mailSink } from '../../test/mail-sink.ts';
import { type ModerationHosts, moderationHosts, moderationKey } from '../../test/moderation-hosts.ts';
import { createServiceHarness, type ServiceHarness } from '../../test/service-harness.ts';
import { databaseKinds } from '../../test/test-database.ts';
import { computeRetryDelay } from '../platform/notifications/alerts/alert-channel.ts';
import { sendMailAlerts } from '../platform/notifications/alerts/send-mail-alerts.ts';
import {
  cutToBytes,
  fitNotifications,
  sendWebhookAlerts,
} from '../platform/notifications/alerts/send-webhook-alerts.ts';
import { notify } from '../platform/notifications/notify.ts';
import { createKeyDisabledNotification } from './keys/notifications.ts';
import { moderateText } from './moderation/moderate-text.ts';
import { createModerationLimiter } from './moderation/providers/moderation-provider.ts';
import { createRefundStuckNotification } from './orders/notifications.ts';

describe.each(databaseKinds)('external services used by the server, on %s', (kind) => {
  let space: ServiceHarness;
  let sink: MailSink;
  let engine: JsonHost;
  let judging: JsonHost;
  let bucket: JsonHost;
  let clouds: ModerationHosts;
  const objects = new Map<string, Buffer>();
  beforeAll(async () => {
    sink = await mailSink();
    engine = await jsonHost(({ headers }) =>
      headers.authorization === 'Bearer s3arch'
        ? {
            body: {
              results: [
                { title: '<b>Gantry</b>', url: 'https://a.example/1', content: 'crane' },
                { url: 'javascript:x' },
              ],
            },
          }
        : { status: 401, body: {} },
    );
    judging = await jsonHost(({ body }) => {
      const { input } = JSON.parse(body.toString()) as { input: string };
      if (input === 'broken') return { status: 500, body: {} };
      return {
        body: { results: [{ flagged: input === 'kill', categories: { violence: input === 'kill', hate: false } }] },
      };
    });
    bucket = await jsonHost(({ method, url, body }) => {
      if (url.startsWith('/forbidden/')) return { status: 403, body: {} };
      if (method === 'PUT') objects.set(url, body);
      if (method === 'DELETE') objects.delete(url);
      return method === 'GET' ? { body: objects.get(url) ?? Buffer.alloc(0) } : { body: {} };
    });
    clouds = await moderationHosts();
    space = await createServiceHarness(kind);
    await save('system', 'outbound', {
      privateHosts: [`127.0.0.1:${sink.port}`, engine.host, judging.host, bucket.host, clouds.host],
    });
  });
  afterAll(async () => {
    await space.drop();
    await sink.stop();
    for (const host of [engine, judging, bucket, clouds]) await host.stop();
  });

  const versions = new Map<string, number>();
  async function save(page: string, group: string, values: object): Promise<void> {
    const version = versions.get(group) ?? 0;
    const { code, errors } = await space.admin('/settings/save', { page, group, version, values });
    expect([code, errors]).toEqual([20000, {}]);
    versions.set(group, version + 1);
  }
  const run = async (group: string, action: string, input: object = {}) =>
    (await space.admin('/settings/run', { page: 'extensions', group, action, input })).data;
  const mail = (values: object = {}) =>
    save('extensions', 'mail', {
      host: '127.0.0.1',
      port: sink.port,
      security: 'none',
      user: sink.user,
      password: sink.password,
      from: 'gantry@example.com',
      fromName: '龙门',
      ...values,
    });

  it('rejects the test of a group that is incomplete or undefined', async () => {
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'off' });
    for (const [group, action] of [
      ['mail', 'explode'],
      ['nope', 'send'],
      ['mail', '__proto__'],
    ])
      expect((await space.admin('/settings/run', { page: 'extensions', group, action })).code).toBe(40400);
    const bad = await space.admin('/settings/run', {
      page: 'extensions',
      group: 'mail',
      action: 'send',
      input: { to: 'x' },
    });
    expect(Object.keys(bad.errors)).toEqual(['to']);
  });

  it('signs in to a mail server, sends a message, and reports why it failed', async () => {
    await mail();
    expect(await run('mail', 'connect')).toMatchObject({ ok: true, problem: null });
    expect(await run('mail', 'send', { to: 'ops@example.com' })).toMatchObject({ ok: true });
    const [sent] = sink.mails;
    expect(sent).toMatchObject({ from: 'gantry@example.com', to: ['ops@example.com'] });
    expect(sent?.text).toContain('Subject: Gantry: test email');
    // A retry with the same key, immediate or later, sends no second message.
    const requested = { page: 'extensions', group: 'mail', action: 'send', input: { to: 'ops@example.com' } };
    const send = (to = requested.input.to) => space.admin('/settings/run', { ...requested, input: { to } }, 'one-mail');
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    for (const answer of answers) expect(answer.data).toEqual({ ...answers[0]?.data, ok: true });
    expect((await send('somebody@example.com')).code).toBe(40_903);
    expect(sink.mails).toHaveLength(2);
    expect(await run('mail', 'send', { to: 'nobody@example.com' })).toMatchObject({ ok: false, problem: 'rejected' });
    await mail({ password: 'wrong-wrong-wrong' });
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'auth', code: '535' });
    await mail({ security: 'tls' });
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'tls' });
    await mail({ host: '127.0.0.2' });
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'host' });
    const { items } = (await space.admin('/audit-log/list', { keyword: 'settings/extensions/mail' })).data as {
      items: readonly object[];
    };
    expect(JSON.stringify(items)).not.toContain('wrong-wrong-wrong');
  });

  it('searches the web for services, which never receive the key', async () => {
    await save('extensions', 'webSearch', { engine: 'searxng', endpoint: `${engine.url}/search`, key: 's3arch' });
    expect(await run('webSearch', 'query', { query: '龙门吊' })).toMatchObject({
      ok: true,
      found: 1,
      results: [{ title: 'Gantry', url: 'https://a.example/1' }],
    });
    expect(engine.requested.at(-1)?.url).toBe(`/search?q=${encodeURIComponent('龙门吊')}&format=json`);
    const client = await space.newClient({ scopes: ['search'] });
    const found = await space.api(client).call('searchWeb', { query: 'crane', topK: 3 });
    expect(found.items).toEqual([{ title: 'Gantry', url: 'https://a.example/1', snippet: 'crane' }]);
    await save('extensions', 'webSearch', { key: 'other' });
    expect(await run('webSearch', 'query', { query: 'x' })).toMatchObject({ ok: false, problem: 'auth', code: '401' });
  });

  it('does not send a stored key to another address: the key must be entered again with each new address', async () => {
    const group = { page: 'extensions', group: 'webSearch' };
    const place = () => ({ ...group, version: versions.get('webSearch') ?? 0 });
    const again = { code: 42200, errors: { key: ['Key: type it again, the address has changed'] } };
    const requested = judging.requested.length;
    const moved = { endpoint: `${judging.url}/search` };
    await save('extensions', 'webSearch', { endpoint: `${engine.url}/find`, key: 's3arch' });
    for (const values of [moved, { endpoint: null }])
      expect(await space.admin('/settings/save', { ...place(), values })).toMatchObject(again);
    const { items } = (await space.admin('/settings/history', group)).data as { items: { id: number }[] };
    const back = await space.admin('/settings/rollback', { ...place(), historyId: items[0]?.id });
    expect(back).toMatchObject({ ...again, message: again.errors.key[0] });
    await run('webSearch', 'query', { query: 'whose' });
    expect([judging.requested.length - requested, engine.requested.at(-1)?.url]).toEqual([
      0,
      '/find?q=whose&format=json',
    ]);
    await save('extensions', 'webSearch', { endpoint: `${engine.url}/find`, timeoutSeconds: 9 });
    await save('extensions', 'webSearch', { ...moved, key: null });
    await save('extensions', 'webSearch', { endpoint: `${engine.url}/search` });
  });

  it('sends texts to a moderation endpoint that the word list accepted', async () => {
    const judge = { enabled: true, endpoint: `${judging.url}/v1/moderations`, key: 'j', onError: 'pass' };
    await save('extensions', 'moderation', judge);
    expect(await run('moderation', 'check', { text: 'kill' })).toMatchObject({
      ok: true,
      flagged: true,
      categories: ['violence'],
    });
    const api = space.api(await space.newClient({ scopes: ['text'] }));
    const check = (text: string) => api.call('textCheck', { text });
    expect(await check('hello')).toMatchObject({ action: 'pass', rejection: null });
    expect(await check('kill')).toMatchObject({
      action: 'block',
      rejection: expect.any(String),
      violationId: expect.any(Number),
    });
    expect(await check('broken')).toMatchObject({ action: 'pass' });
    await save('extensions', 'moderation', { ...judge, onError: 'block' });
    expect(await check('broken')).toMatchObject({ action: 'block' });
    // No provider is queried after the time limit of a call.
    const over = createModerationLimiter(0);
    await delay(5);
    const before = judging.requested.length;
    expect(await moderateText(space.foundation, 'hello, late', over)).toEqual({
      flagged: true,
      categories: ['unavailable'],
    });
    expect(judging.requested.length).toBe(before);
    await save('extensions', 'moderation', { ...judge, blockOn: ['self-harm'] });
    expect(await check('kill')).toMatchObject({ action: 'pass' });
  });

  it.each([
    ['aliyun', 'violent_incidents', 'violent_weapons'],
    ['tencent', 'Illegal', 'Illegal'],
    ['baidu', 'violence', 'type-99'],
  ])(
    'requests a verdict from %s with a valid signature, and sends long texts in parts',
    async (provider, ofKilling, ofKnives) => {
      const own = {
        enabled: true,
        provider,
        blockOn: [],
        onError: 'pass',
        keyId: moderationKey.id,
        key: moderationKey.secret,
      };
      const endpoint = provider === 'baidu' ? `${clouds.url}/rest/2.0/text` : `${clouds.url}/`;
      await save('extensions', 'moderation', { ...own, endpoint, model: '77' });
      const check = (text: string) => run('moderation', 'check', { text });
      expect(await check('好的')).toMatchObject({ ok: true, flagged: false, categories: [] });
      expect(await check('kill 他')).toMatchObject({ ok: true, flagged: true, categories: [ofKilling] });
      expect(await check('knife')).toMatchObject({ ok: true, flagged: false, categories: [ofKnives] });
      expect(clouds.judged.at(-1)).toEqual({ text: 'knife', policy: '77' });
      clouds.over.add(`token-${clouds.over.size}`);
      const long = await moderateText(space.foundation, `${'长'.repeat(9_998)}kill${'文'.repeat(5000)}`);
      expect(long).toMatchObject({ flagged: true });
      // A long text is checked in full with one verdict, and the same request is not sent again, even by a process without its cache.
      const { clientId, secret } = await space.newClient({ scopes: ['text'] });
      const send = (text: string, dryRun: boolean) =>
        space.service('/text/check', { text, dryRun }, `${clientId}.${secret}`, `${provider}-${text.length}-${dryRun}`);
      const requested = async (text: string, dryRun: boolean) => {
        const before = clouds.judged.length;
        const { code, data } = await send(text, dryRun);
        return [code, data.action, clouds.judged.length > before];
      };
      const [ending, clean] = [`${'文'.repeat(150_000)}kill`, '净'.repeat(45_000)];
      expect(await requested(ending, true)).toEqual([20000, 'block', true]);
      expect(await requested(clean, true)).toEqual([20000, 'pass', true]);
      expect(await requested(clean, false)).toEqual([20000, 'pass', false]);
      await save('extensions', 'moderation', { model: '78' });
      for (const [text, dryRun, action] of [
        [ending, true, 'block'],
        [clean, true, 'pass'],
        [clean, false, 'pass'],
      ] as const)
        expect(await requested(text, dryRun)).toEqual([20000, action, false]);
      await save('extensions', 'moderation', { onSuspicion: 'block' });
      expect(await check('knife')).toMatchObject({ flagged: true });
      await save('extensions', 'moderation', { blockOn: [ofKnives], onSuspicion: 'pass' });
      expect(await check('knife')).toMatchObject({ flagged: true });
      await save('extensions', 'moderation', { blockOn: [], key: 'another', onSuspicion: 'pass', onError: 'block' });
      expect(await check('好的')).toMatchObject({ ok: false, problem: 'auth' });
      expect(await moderateText(space.foundation, '好的')).toMatchObject({ flagged: true });
    },
  );

  it('keeps new images in object storage, and reads those of the database as before', async () => {
    const upload = async () => {
      const png = new PNG({ width: 3, height: 3 });
      randomBytes(png.data.length).copy(png.data);
      const content = PNG.sync.write(png);
      const { code, data } = await space.admin('/file/upload', { name: 'a.png', content: content.toString('base64') });
      return { code, data, path: String(data.path), content };
    };
    const served = async (path: string) => Buffer.from(await (await fetch(`${space.url}${path}`)).arrayBuffer());
    const inDatabase = await upload();
    const storage = {
      driver: 's3',
      endpoint: bucket.url,
      bucket: 'pictures',
      accessKey: 'AK',
      secretKey: 'not-so-secret',
    };
    await save('extensions', 'storage', storage);
    expect(await run('storage', 'probe')).toMatchObject({ ok: true });
    expect(bucket.requested[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AK\/\d{8}\/us-east-1\/s3\/aws4_request/,
    );
    expect(objects.size).toBe(0);
    const outside = await upload();
    expect([...objects.keys()]).toEqual([`/pictures/gantry${outside.path}`]);
    for (const { path, content } of [inDatabase, outside]) expect(await served(path)).toEqual(content);
    await save('extensions', 'storage', { bucket: 'forbidden' });
    expect(await run('storage', 'probe')).toMatchObject({ ok: false, problem: 'auth', code: '403' });
    expect(await upload()).toMatchObject({ code: 50_302, data: { storage: 'auth' } });
    expect((await upload()).code).toBe(50_302);
  });

  it('accepts only uploads of the types and sizes in the settings', async () => {
    const picture = async () => {
      const png = new PNG({ width: 700, height: 700 });
      randomBytes(png.data.length).copy(png.data);
      return space.admin('/file/upload', { name: 'a.png', content: PNG.sync.write(png).toString('base64') });
    };
    const text = (name: string) =>
      space.admin('/document/upload', { name, content: Buffer.from(`# ${name}`).toString('base64') });
    await save('extensions', 'storage', { driver: 'database' });
    expect((await picture()).code).toBe(20_000);
    await save('system', 'site', { uploadMaxMb: 1 });
    expect(String((await picture()).errors.content)).toContain('1 MB');
    await save('system', 'site', { uploadMaxMb: 50 });
    await save('extensions', 'storage', { allowExt: ['jpg', 'md'] });
    expect(Object.keys((await picture()).errors)).toEqual(['content']);
    expect((await text('a.md')).code).toBe(20_000);
    expect(Object.keys((await text('a.txt')).errors)).toEqual(['content']);
    await save('extensions', 'storage', { allowExt: ['png', 'jpg', 'gif', 'webp', 'md', 'txt'] });
  });

  it('gives clients the available languages and head elements, and only harmless ones', async () => {
    const rejected = async (group: string, values: object) =>
      Object.keys((await space.admin('/settings/save', { page: 'front', group, version: 0, values })).errors);
    expect(await rejected('brand', { locales: ['en-US'] })).toEqual(['locales']);
    expect(await rejected('brand', { locales: [] })).toEqual(['locales']);
    expect(await rejected('seo', { headHtml: '<script>x()</script>' })).toEqual(['headHtml']);
    await save('front', 'brand', { locales: ['en-US'], defaultLocale: 'en-US' });
    const headHtml = '<meta name="baidu-site-verification" content="codeva-1">';
    await save('front', 'seo', { headHtml });
    expect((await space.admin('/front-version/publish', { note: 'in English' })).code).toBe(20_000);
    const { content } = await space.api(await space.newClient({ scopes: ['config'] })).call('configFront', {});
    expect(content).toMatchObject({ brand: { locales: ['en-US'], defaultLocale: 'en-US' }, seo: { headHtml } });
  });

  it('gives clients the published tracking code, and only allowed code', async () => {
    const place = { page: 'front', group: 'analytics', version: 0 };
    for (const values of [{ code: '</script><img src=x>' }, { baiduSiteId: 'hm.js?0' }])
      expect(Object.keys((await space.admin('/settings/save', { ...place, values })).errors)).toEqual(
        Object.keys(values),
      );
    const counter = { baiduSiteId: '0123456789abcdef'.repeat(2), code: '<script>count("a.example")</script>' };
    await save('front', 'analytics', counter);
    const api = space.api(await space.newClient({ scopes: ['config'] }));
    expect((await api.call('configFront', {})).content.analytics).toEqual({ baiduSiteId: null, code: null });
    expect((await space.admin('/front-version/publish', { note: 'counted' })).code).toBe(20_000);
    expect((await api.call('configFront', {})).content.analytics).toEqual(counter);
  });

  it('notifies admins by a chat robot as configured, signed as each robot requires, and nothing twice', async () => {
    const { foundation } = space;
    const secret = 'SEC-of-the-robot';
    const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);
    let refuses: object | null = null;
    const robot = await jsonHost(() => ({ body: refuses ?? { errcode: 0, code: 0 } }));
    const last = () => {
      const { url, headers, body } = robot.requested.at(-1) ?? {};
      return { query: new URL(url ?? '', robot.url).searchParams, headers, body: JSON.parse(String(body)) };
    };
    await save('system', 'outbound', { privateHosts: [robot.host, `127.0.0.1:${sink.port}`] });
    const use = (kind: string) =>
      save('extensions', 'webhook', {
        enabled: true,
        kind,
        url: `${robot.url}/hook?token=t0ken`,
        signingSecret: secret,
        events: ['refundStuck'],
      });
    let raised = 0;
    const raise = async () => {
      raised += 1;
      const notification = createRefundStuckNotification(raised, `R${raised}`, 'a <at user_id="all"> & b @all');
      await foundation.database.transaction((tx) => notify(tx, foundation.clock, notification));
      await sendWebhookAlerts(foundation);
    };

    const status = async () => {
      const { data } = await space.admin('/settings/get', { page: 'extensions' });
      return (data as unknown as SettingsAnswer).groups.webhook?.values.alertStatus;
    };
    expect(await status()).toBe('No alerts sent yet');

    await use('dingtalk');
    await raise();
    const time = last().query.get('timestamp') ?? '';
    expect(last().query.get('token')).toBe('t0ken');
    expect(last().query.get('sign')).toBe(hmac(secret, `${time}\n${secret}`).digest('base64'));
    expect(last().body.text.content).toContain('a <at user_id="all"> & b');
    const { length: reported } = robot.requested;
    await sendWebhookAlerts(foundation);
    expect(robot.requested.length).toBe(reported);

    await use('feishu');
    await raise();
    const { timestamp, sign, content } = last().body;
    expect(sign).toBe(hmac(`${timestamp}\n${secret}`, '').digest('base64'));
    expect(content.text).not.toContain('<at');

    await use('slack');
    await raise();
    expect(last().body.text).toContain('a &lt;at user_id="all"&gt; &amp; b');
    expect(last().body.text).not.toContain('@all');

    await use('json');
    await raise();
    const { headers = {}, body } = last();
    expect(headers['x-gantry-signature']).toBe(
      hmac(secret, `${headers['x-gantry-timestamp']}.${JSON.stringify(body)}`).digest('hex'),
    );
    expect(body.notifications).toMatchObject([{ event: 'refundStuck', happened: 1, severity: expect.any(String) }]);

    await use('wecom');
    refuses = { errcode: 93_000, errmsg: 'invalid webhook url' };
    await raise();
    expect(await status()).toMatch(/^Last attempt failed: The account or key was rejected/);
    expect(await run('webhook', 'send')).toMatchObject({ ok: false, problem: 'auth', code: '93000' });
    const { length: before } = robot.requested;
    const tries = async (ms: number) => {
      space.now += ms;
      await sendWebhookAlerts(foundation);
      return robot.requested.length - before;
    };
    expect([await tries(14_999), await tries(1), await tries(29_999), await tries(1)]).toEqual([0, 1, 1, 2]);
    refuses = null;
    expect(await tries(59_999)).toBe(2);
    expect(await status()).toMatch(/ Next attempt: 2/);
    await use('wecom');
    expect(await status()).toContain(' Next attempt: with the next alert.');
    expect(await tries(0)).toBe(3);
    expect(await status()).toMatch(/^Last delivered: /);
    expect(await run('webhook', 'send')).toMatchObject({ ok: true, problem: null });
    const stored = await space.admin('/settings/get', { page: 'extensions' });
    expect(JSON.stringify(stored)).not.toContain('t0ken');
    await robot.stop();
  });

  it('notifies admins by mail as configured, with at most one mail an hour for each notification', async () => {
    await mail({ alertsOn: true, alertTo: ['ops@example.com'], alertEvents: ['keyDisabled'] });
    const { foundation } = space;
    const raise = () =>
      foundation.database.transaction((tx) =>
        notify(tx, foundation.clock, createKeyDisabledNotification(7, 'openai-07', '401')),
      );
    const reported = () => sink.mails.filter(({ text }) => text.includes('openai-07')).length;
    const { length: before } = sink.mails;
    await raise();
    await sendMailAlerts(foundation);
    await raise();
    await sendMailAlerts(foundation);
    expect([sink.mails.length - before, reported()]).toEqual([1, 1]);
    space.now += 3_600_000;
    await raise();
    await sendMailAlerts(foundation);
    expect(sink.mails.length - before).toBe(2);
  });
});

describe('size of a robot message', () => {
  const notification = (id: number, content: string) => ({
    id,
    event: 'keyDisabled',
    severity: 'warn' as const,
    title: '密钥停用',
    subTitle: `key-${id}`,
    content,
    happened: 1,
    at: 0,
    url: null,
  });

  it('stays within its limit in bytes, splits no character, and includes each notification in turn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 80, max: 2_000 }),
        (contents, most) => {
          let left: readonly ReturnType<typeof notification>[] = contents.map((content, id) =>
            notification(id, content),
          );
          const seen: number[] = [];
          while (left.length > 0) {
            const { text, notifications } = fitNotifications('站点', left, most);
            expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
            expect(text.isWellFormed()).toBe(true);
            seen.push(...notifications.map(({ id }) => id));
            left = left.slice(notifications.length);
          }
          expect(seen).toEqual(contents.map((_content, id) => id));
        },
      ),
    );
  });

  it('ends in an ellipsis where something was cut', () => {
    expect(cutToBytes('龙门龙门', 9)).toBe('龙门…');
    expect(cutToBytes('龙门', 6)).toBe('龙门');
  });
});

it('doubles the pause after each failure, up to 15 minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (failures) => {
      const [now, next] = [computeRetryDelay(failures), computeRetryDelay(failures + 1)];
      expect(next).toBe(Math.min(2 * now, 900_000));
      expect(now).toBeGreaterThanOrEqual(15_000);
    }),
  );
});
