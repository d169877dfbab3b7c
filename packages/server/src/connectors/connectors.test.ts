import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { type JsonHost, jsonHost } from '../../test/json-host.ts';
import { type MailSink, mailSink } from '../../test/mail-sink.ts';
import { type ServiceRoom, serviceRoom } from '../../test/service-room.ts';
import { keyDisabled } from '../notifications/key-matters.ts';
import { notify } from '../notifications/notify.ts';
import { tellByMail } from './tell-by-mail.ts';

describe.each(databaseKinds)('what the server uses of others, on %s', (kind) => {
  let room: ServiceRoom;
  let sink: MailSink;
  let engine: JsonHost;
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
    room = await serviceRoom(kind);
    await save('system', 'outbound', { privateHosts: [`127.0.0.1:${sink.port}`, engine.host] });
  });
  afterAll(async () => {
    await room.drop();
    await sink.stop();
    await engine.stop();
  });

  const versions = new Map<string, number>();
  async function save(page: string, group: string, values: object): Promise<void> {
    const version = versions.get(group) ?? 0;
    const { code, errors } = await room.admin('/settings/save', { page, group, version, values });
    expect([code, errors]).toEqual([20000, {}]);
    versions.set(group, version + 1);
  }
  const run = async (group: string, action: string, input: object = {}) =>
    (await room.admin('/settings/run', { page: 'extensions', group, action, input })).data;
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

  it('tries out nothing that is not filled in, not defined, or of a group that is not there', async () => {
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'off' });
    for (const [group, action] of [
      ['mail', 'explode'],
      ['nope', 'send'],
      ['mail', '__proto__'],
    ])
      expect((await room.admin('/settings/run', { page: 'extensions', group, action })).code).toBe(40400);
    const bad = await room.admin('/settings/run', {
      page: 'extensions',
      group: 'mail',
      action: 'send',
      input: { to: 'x' },
    });
    expect(Object.keys(bad.errors)).toEqual(['to']);
  });

  it('signs in to a mail server, sends, and says why when it cannot', async () => {
    await mail();
    expect(await run('mail', 'connect')).toMatchObject({ ok: true, problem: null });
    expect(await run('mail', 'send', { to: 'ops@example.com' })).toMatchObject({ ok: true });
    const [sent] = sink.mails;
    expect(sent).toMatchObject({ from: 'gantry@example.com', to: ['ops@example.com'] });
    expect(sent?.text).toContain('Subject: Gantry: a test mail');
    expect(await run('mail', 'send', { to: 'nobody@example.com' })).toMatchObject({ ok: false, problem: 'refused' });
    await mail({ password: 'wrong-wrong-wrong' });
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'auth', code: '535' });
    await mail({ security: 'tls' });
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'tls' });
    await mail({ host: '127.0.0.2' });
    expect(await run('mail', 'connect')).toMatchObject({ ok: false, problem: 'host' });
    const { items } = (await room.admin('/audit-log/list', { keyword: 'settings/extensions/mail' })).data as {
      items: readonly object[];
    };
    expect(JSON.stringify(items)).not.toContain('wrong-wrong-wrong');
  });

  it('searches the web for services, which never see the key', async () => {
    await save('extensions', 'webSearch', { engine: 'searxng', endpoint: `${engine.url}/search`, key: 's3arch' });
    expect(await run('webSearch', 'query', { query: '龙门吊' })).toMatchObject({
      ok: true,
      found: 1,
      results: [{ title: 'Gantry', url: 'https://a.example/1' }],
    });
    expect(engine.asked.at(-1)?.url).toBe(`/search?q=${encodeURIComponent('龙门吊')}&format=json`);
    const client = await room.newClient({ scopes: ['search'] });
    const found = await room.api(client).call('searchWeb', { query: 'crane', topK: 3 });
    expect(found.items).toEqual([{ title: 'Gantry', url: 'https://a.example/1', snippet: 'crane' }]);
    await save('extensions', 'webSearch', { key: 'other' });
    expect(await run('webSearch', 'query', { query: 'x' })).toMatchObject({ ok: false, problem: 'auth', code: '401' });
  });

  it('tells admins by mail what the settings say, a matter an hour', async () => {
    await mail({ alertsOn: true, alertTo: ['ops@example.com'], alertEvents: ['keyDisabled'] });
    const { foundation } = room;
    const raise = () =>
      foundation.database.transaction((tx) => notify(tx, foundation.clock, keyDisabled(7, 'openai-07', '401')));
    const told = () => sink.mails.filter(({ text }) => text.includes('openai-07')).length;
    const { length: before } = sink.mails;
    await raise();
    await tellByMail(foundation);
    await raise();
    await tellByMail(foundation);
    expect([sink.mails.length - before, told()]).toEqual([1, 1]);
    room.now += 3_600_000;
    await raise();
    await tellByMail(foundation);
    expect(sink.mails.length - before).toBe(2);
  });
});
