import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { type ServiceRoom, serviceRoom } from '../../test/service-room.ts';

const hour = 3_600_000;

describe.each(databaseKinds)('a client of the service API on %s', (kind) => {
  let room: ServiceRoom;
  beforeAll(async () => {
    room = await serviceRoom(kind);
  });
  afterAll(() => room.drop());

  const token = ({ clientId, secret }: { clientId: string; secret: string }) => `${clientId}.${secret}`;
  const snapshot = (given: string) => room.service('/config/snapshot', {}, given);

  test('shows its secret once: neither a record nor the same call again has it', async () => {
    const body = { name: randomUUID(), scopes: ['user'] };
    const made = await room.newClient(body);
    const { data } = await room.admin('/service-client/get', { id: made.id });
    expect(JSON.stringify(data)).not.toContain(made.secret);
    const rows = await room.foundation.database.read.selectFrom('service_secrets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.secret);
    const keys = await room.foundation.database.read.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(keys)).not.toContain(made.secret);
  });

  test('calls only what its scopes name', async () => {
    const made = await room.newClient({ scopes: ['config'] });
    expect((await snapshot(token(made))).code).toBe(20000);
    const refused = await room.service('/user/get', { userId: 1 }, token(made));
    expect(refused).toMatchObject({ code: 40300, data: { scope: 'user' } });
  });

  test('calls only from where it may', async () => {
    const near = await room.newClient({ ipAllowlist: ['127.0.0.0/8'] });
    const far = await room.newClient({ ipAllowlist: ['10.0.0.0/8', '::2'] });
    expect((await snapshot(token(near))).code).toBe(20000);
    expect((await snapshot(token(far))).code).toBe(40300);
    const wrong = await room.admin('/service-client/create', {
      name: randomUUID(),
      scopes: ['all'],
      ipAllowlist: ['nowhere'],
    });
    expect(Object.keys(wrong.errors)).toEqual(['ipAllowlist']);
  });

  test('calls so often a minute, and is told when it may again', async () => {
    const made = await room.newClient({ ratePerMinute: 3 });
    const codes = [];
    for (let n = 0; n < 4; n += 1) codes.push((await snapshot(token(made))).code);
    expect(codes).toEqual([20000, 20000, 20000, 42900]);
    room.now += 20_000;
    const refused = await snapshot(token(made));
    expect(refused).toMatchObject({ status: 429, data: { retryAfter: 40 } });
    expect(refused.headers.get('retry-after')).toBe('40');
    room.now += 40_000;
    expect((await snapshot(token(made))).code).toBe(20000);
  });

  test('is shut out at once when it is disabled, when its time is over and when it is deleted', async () => {
    const made = await room.newClient({ expiresAt: room.now + hour });
    await room.admin('/service-client/disable', { id: made.id });
    expect((await snapshot(token(made))).code).toBe(40001);
    const { data } = await room.admin('/service-client/enable', { id: made.id });
    expect((await snapshot(token(made))).code).toBe(20000);
    expect(await room.admin('/service-client/delete', { id: made.id, version: data.version })).toMatchObject({
      code: 20000,
    });
    expect((await snapshot(token(made))).code).toBe(40001);
    const short = await room.newClient({ expiresAt: room.now + 1000 });
    room.now += 1000;
    expect((await snapshot(token(short))).code).toBe(40001);
  });

  test('is written down as used', async () => {
    const made = await room.newClient();
    await snapshot(token(made));
    await expect
      .poll(async () => (await room.admin('/service-client/get', { id: made.id })).data.lastUsedAt)
      .toBe(room.now);
  });

  test('rotates its secret after a step-up; the one before works for a day more', async () => {
    const made = await room.newClient();
    // Signing in was a proof for five minutes.
    room.now += 6 * 60_000;
    expect((await room.admin('/service-client/rotate', { id: made.id })).code).toBe(40301);
    await room.proveMyself();
    const { data } = await room.admin('/service-client/rotate', { id: made.id });
    const after = { clientId: made.clientId, secret: String(data.secret) };
    expect((await snapshot(token(made))).code).toBe(20000);
    expect((await snapshot(token(after))).code).toBe(20000);
    room.now += 24 * hour;
    expect((await snapshot(token(made))).code).toBe(40001);
    expect((await snapshot(token(after))).code).toBe(20000);
  });
});
