import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonHost, jsonHost, type ReceivedRequest, type SentAnswer } from '../../../../test/json-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { runRetention } from '../../backup/retention.ts';
import { queueWebhookEvents } from './queue-events.ts';
import { createWebhookWorker } from './webhook-worker.ts';

const [minute, hour] = [60_000, 3_600_000];

/** Whether a request is signed as the Standard Webhooks specification says, at a time in UTC ms. */
function isSigned({ headers, body }: ReceivedRequest, secret: string, now: number): boolean {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return (
    Number(timestamp) === Math.floor(now / 1000) && String(headers['webhook-signature']).split(' ').includes(expected)
  );
}

/** The event of a request; throws unless it is signed. */
function readEvent(request: ReceivedRequest | undefined, secret: string, now: number) {
  if (!request || !isSigned(request, secret, now)) throw new Error('the request is not signed');
  return JSON.parse(request.body.toString()) as { id: string; type: string; data: Readonly<Record<string, unknown>> };
}

describe.each(databaseKinds)('webhooks on %s', (kind) => {
  let space: ServiceHarness;
  let receiver: JsonHost;
  /** What the receiver answers at a path; 200 where nothing is set. */
  const answers = new Map<string, SentAnswer>();
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    receiver = await jsonHost(({ url }) => answers.get(url) ?? { body: { received: true } });
    await setSettings(space.foundation, 'outbound', { privateHosts: [receiver.host] });
  });
  afterAll(async () => {
    await receiver.stop();
    await space.drop();
  });

  const prompt = async (path: string, body: unknown) => {
    const answer = await space.admin(path, body);
    if (answer.code !== 20000) throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const newEndpoint = async (values: Readonly<Record<string, unknown>> = {}) => {
    const path = `/${randomUUID()}`;
    const given = { name: randomUUID(), url: receiver.url + path, events: ['lexicon.changed'], ...values };
    const { id, secret } = await prompt('/webhook-endpoint/create', given);
    await queueWebhookEvents(space.foundation);
    return { id: Number(id), secret: String(secret), path };
  };
  const changeWords = () => prompt('/banned-word/create', { word: randomUUID(), match: 'contains', action: 'block' });
  const worker = () => createWebhookWorker(space.foundation);
  /** Queues what happened and attempts what is due. */
  const deliver = async () => {
    await queueWebhookEvents(space.foundation);
    await worker().drain();
  };
  const received = (path: string) => receiver.requested.filter(({ url }) => url === path);
  const getDeliveries = async (endpointId: number) => {
    const { items } = await prompt('/webhook-delivery/list', { filters: { endpointId: [endpointId] } });
    return items as readonly Record<string, unknown>[];
  };
  const get = (id: number) => prompt('/webhook-endpoint/get', { id });
  const wait = async (ms: number) => {
    space.now += ms;
    await space.signIn();
  };

  it('delivers each chosen event once to each endpoint, signed, in order', async () => {
    const [one, other] = [await newEndpoint(), await newEndpoint({ events: ['user.banned'] })];
    const [first, second] = [await changeWords(), await changeWords()];
    await queueWebhookEvents(space.foundation);
    // Two processes deliver at the same time.
    await Promise.all([worker().drain(), worker().drain()]);
    const events = received(one.path).map((request) => readEvent(request, one.secret, space.now));
    expect(events.map(({ type, data }) => [type, data.resource, data.ids])).toEqual([
      ['lexicon.changed', 'bannedWord', [first.id]],
      ['lexicon.changed', 'bannedWord', [second.id]],
    ]);
    expect(received(one.path).map(({ headers }) => headers['webhook-id'])).toEqual(events.map(({ id }) => id));
    expect(await getDeliveries(one.id)).toMatchObject([
      { status: 'succeeded', attempts: 1, responseStatus: 200, nextAttemptAt: null },
      { status: 'succeeded', attempts: 1 },
    ]);
    expect(received(other.path)).toEqual([]);
    expect(await get(one.id)).toMatchObject({ lastSuccessAt: space.now, failingSince: null });
  });

  it('retries after a failure, and does not hold up other endpoints', async () => {
    const [failing, other] = [await newEndpoint(), await newEndpoint()];
    answers.set(failing.path, { status: 500, body: 'x'.repeat(5_000) });
    await changeWords();
    await deliver();
    const [delivery] = await getDeliveries(failing.id);
    expect(delivery).toMatchObject({ status: 'pending', error: 'status', responseStatus: 500, attempts: 1 });
    const { response, payload } = await prompt('/webhook-delivery/get', { id: delivery?.id });
    expect([String(response).length, payload]).toMatchObject([1_024, { type: 'lexicon.changed' }]);
    expect(received(other.path)).toHaveLength(1);
    answers.delete(failing.path);
    await deliver();
    expect(received(failing.path)).toHaveLength(1);
    space.now += 10_000;
    await deliver();
    const requests = received(failing.path);
    expect(requests.map(({ body }) => body.toString())).toEqual([String(requests[0]?.body), String(requests[0]?.body)]);
    expect((await getDeliveries(failing.id))[0]).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  it('disables an endpoint that answers 410, notifies admins, and resends what failed once it is enabled', async () => {
    const { id, path } = await newEndpoint();
    answers.set(path, { status: 410, body: {} });
    await changeWords();
    await deliver();
    expect(await get(id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    const [delivery] = await getDeliveries(id);
    expect(delivery).toMatchObject({ status: 'failed', error: 'gone' });
    const { read } = space.foundation.database;
    const notified = await read
      .selectFrom('notifications')
      .selectAll()
      .where('event', '=', 'webhookDisabled')
      .execute();
    expect(notified).toMatchObject([{ audience: 'admins', severity: 'critical' }]);
    const log = await read.selectFrom('audit_logs').selectAll().where('resource', '=', 'webhookEndpoint').execute();
    expect(log.at(-1)).toMatchObject({ action: 'disable', resource_id: id, actor_id: null });
    expect((await space.admin('/webhook-delivery/resend', { id: delivery?.id })).code).toBe(40902);
    answers.delete(path);
    await prompt('/webhook-endpoint/enable', { id });
    await prompt('/webhook-delivery/resend', { id: delivery?.id });
    await deliver();
    expect(await getDeliveries(id)).toMatchObject([{ status: 'succeeded', eventId: delivery?.eventId }]);
    expect(await get(id)).toMatchObject({ status: 'enabled', disabledReason: null, failingSince: null });
  });

  it('disables an endpoint after three days without a success', async () => {
    const { id, path } = await newEndpoint();
    answers.set(path, { status: 503, body: {} });
    await changeWords();
    await queueWebhookEvents(space.foundation);
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      await worker().drain();
      const rows = space.foundation.database.read.selectFrom('webhook_deliveries').selectAll();
      const { attempts, next_attempt_at: next } = await rows.where('endpoint_id', '=', id).executeTakeFirstOrThrow();
      expect(attempts).toBe(attempt);
      if (next !== null) space.now = next;
    }
    await space.signIn();
    expect(await getDeliveries(id)).toMatchObject([{ status: 'failed', attempts: 14 }]);
    const { status, disabledReason, failingSince } = await get(id);
    expect([status, disabledReason]).toEqual(['disabled', 'failing']);
    expect((space.now - Number(failingSince)) / hour).toBeGreaterThan(66);
    expect((space.now - Number(failingSince)) / hour).toBeLessThan(72);
  });

  it('delivers a test event on request, also to a disabled endpoint, and reports how it went', async () => {
    const { id, path, secret } = await newEndpoint();
    await prompt('/webhook-endpoint/disable', { id });
    expect(await prompt('/webhook-endpoint/test', { id })).toMatchObject({
      ok: true,
      error: null,
      responseStatus: 200,
    });
    const [request] = received(path);
    expect(readEvent(request, secret, space.now)).toMatchObject({ type: 'webhook.test', data: {} });
    answers.set(path, { status: 404, body: {} });
    expect(await prompt('/webhook-endpoint/test', { id })).toMatchObject({
      ok: false,
      error: 'status',
      responseStatus: 404,
    });
    answers.set(path, { status: 302, body: {}, headers: { location: '/elsewhere' } });
    expect(await prompt('/webhook-endpoint/test', { id })).toMatchObject({ ok: false, error: 'redirect' });
    expect((await getDeliveries(id)).map(({ event: kind, status }) => `${kind} ${status}`)).toEqual([
      'webhook.test failed',
      'webhook.test failed',
      'webhook.test succeeded',
    ]);
    expect(received('/elsewhere')).toEqual([]);
  });

  it('calls no private host that the settings do not allow', async () => {
    for (const url of ['https://127.0.0.1/', 'http://[::1]:1/', 'https://169.254.169.254/latest', 'http://1.1.1.1/']) {
      const { id } = await newEndpoint({ url });
      expect(await prompt('/webhook-endpoint/test', { id })).toMatchObject({
        ok: false,
        error: 'host',
        responseStatus: null,
      });
    }
    const named = { name: randomUUID(), url: 'https://user:password@example.com/', events: ['user.banned'] };
    expect(Object.keys((await space.admin('/webhook-endpoint/create', named)).errors)).toEqual(['url']);
  });

  it('shows a secret once, and signs with both for a day after a rotation', async () => {
    const { id, path, secret } = await newEndpoint();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { secret: rotated } = await prompt('/webhook-endpoint/rotate', { id });
    const check = async () => {
      await prompt('/webhook-endpoint/test', { id });
      const isValid = (given: string) =>
        received(path)
          .slice(-1)
          .some((request) => isSigned(request, given, space.now));
      return [isValid(secret), isValid(String(rotated))];
    };
    expect(await check()).toEqual([true, true]);
    await wait(24 * hour);
    expect(await check()).toEqual([false, true]);
    const { read } = space.foundation.database;
    const stored = [
      await read.selectFrom('webhook_secrets').selectAll().execute(),
      await read.selectFrom('idempotency_keys').selectAll().execute(),
      await read.selectFrom('audit_entries').selectAll().execute(),
      await prompt('/webhook-endpoint/list', {}),
    ];
    for (const one of [secret, String(rotated)]) expect(JSON.stringify(stored)).not.toContain(one.slice(6));
  });

  it('requires identity confirmation on every path, which an access token cannot give', async () => {
    const [on, off] = [await newEndpoint(), await newEndpoint()];
    await prompt('/webhook-endpoint/disable', { id: off.id });
    await prompt('/webhook-endpoint/update', { id: on.id, version: 1, events: ['user.banned'] });
    const getEntry = async (action: string, id: number) => {
      const { read } = space.foundation.database;
      const entries = read.selectFrom('audit_logs').select('id').where('resource', '=', 'webhookEndpoint');
      return (await entries.where('action', '=', action).where('resource_id', '=', id).executeTakeFirstOrThrow()).id;
    };
    const url = 'https://example.com/';
    const calls: readonly (readonly [string, object])[] = [
      ['/webhook-endpoint/create', { name: randomUUID(), url, events: ['user.banned'] }],
      ['/webhook-endpoint/update', { id: on.id, version: 2, url }],
      ['/webhook-endpoint/batch', { action: 'update', ids: [on.id], params: { url } }],
      ['/webhook-endpoint/rotate', { id: on.id }],
      ['/webhook-endpoint/enable', { id: off.id }],
      ['/webhook-endpoint/batch', { action: 'enable', ids: [off.id] }],
      ['/undo/entry', { id: await getEntry('update', on.id) }],
      ['/undo/entry', { id: await getEntry('disable', off.id) }],
    ];
    const admin = await space.otherAdmin(`hooks-${kind}`);
    await admin.prove();
    const token = await admin.accessToken();
    for (const [path, body] of calls)
      expect([path, (await space.callAs(token, path, body)).code]).toEqual([path, 40300]);
    space.now += 6 * minute;
    for (const [path, body] of calls) expect([path, (await space.admin(path, body)).code]).toEqual([path, 40301]);
    for (const verb of ['import', 'restore', 'clone', 'export'])
      expect([verb, (await space.admin(`/webhook-endpoint/${verb}`, {})).code]).toEqual([verb, 40400]);
    await space.proveMyself();
    await prompt('/undo/entry', { id: await getEntry('update', on.id) });
    expect(await get(on.id)).toMatchObject({ events: ['lexicon.changed'], version: 3 });
  });

  it('is not created or enabled by an admin whose permissions do not cover the events', async () => {
    const narrow = await space.otherAdmin(`narrow-${kind}`);
    const { version } = await prompt('/admin/get', { id: narrow.id });
    await prompt('/admin/update', { id: narrow.id, version, permissionSet: ['expand'] });
    await narrow.prove();
    const given = { name: randomUUID(), url: receiver.url, events: ['user.banned'] };
    expect(Object.keys((await narrow.call('/webhook-endpoint/create', given)).errors)).toEqual(['events']);
    const { id } = await newEndpoint();
    await prompt('/webhook-endpoint/disable', { id });
    for (const action of ['enable', 'rotate'])
      expect((await narrow.call(`/webhook-endpoint/${action}`, { id })).code).toBe(40300);
  });

  it('does not deliver while its service client is disabled, and drops what waits longer than the retention', async () => {
    const client = await space.newClient({ scopes: ['event'] });
    const foreign = await space.newClient({ scopes: ['config'] });
    const given = { name: randomUUID(), url: receiver.url, events: ['user.banned'], serviceClientId: foreign.id };
    expect(Object.keys((await space.admin('/webhook-endpoint/create', given)).errors)).toEqual(['serviceClientId']);
    const { id, path } = await newEndpoint({ serviceClientId: client.id });
    await prompt('/service-client/disable', { id: client.id });
    await changeWords();
    await deliver();
    expect(received(path)).toEqual([]);
    await prompt('/service-client/enable', { id: client.id });
    await deliver();
    expect(received(path)).toHaveLength(1);
    await prompt('/service-client/disable', { id: client.id });
    await changeWords();
    await queueWebhookEvents(space.foundation);
    await wait(31 * 24 * hour);
    await runRetention(space.foundation, async () => {});
    expect(await getDeliveries(id)).toEqual([]);
  });
});
