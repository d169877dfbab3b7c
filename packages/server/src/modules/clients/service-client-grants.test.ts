import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answered,
  createServiceHarness,
  type OtherAdmin,
  type ServiceHarness,
} from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

const minute = 60_000;
const ok = 20_000;
const denied = 40_300;
const stepUpNeeded = 40_301;
const invalid = 42_200;

type Call = (path: string, body: unknown) => Promise<Answered>;

describe.each(databaseKinds)('rights of service clients on %s', (kind) => {
  let space: ServiceHarness;
  let narrow: OtherAdmin;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    narrow = await limitedTo(['expand']);
  });
  afterAll(() => space.drop());

  async function limitedTo(permissionSet: readonly string[]): Promise<OtherAdmin> {
    const other = await space.otherAdmin(`a-${randomUUID().slice(0, 8)}`);
    await narrowTo(other.id, permissionSet);
    return other;
  }
  async function narrowTo(id: number, permissionSet: readonly string[]): Promise<void> {
    const { version } = (await space.admin('/admin/get', { id })).data;
    expect((await space.admin('/admin/update', { id, version, permissionSet })).code).toBe(ok);
  }
  const stored = async (id: number) => (await space.admin('/service-client/get', { id })).data;
  const count = async () => (await space.admin('/service-client/list', {})).data.total;
  const lastEntry = async (action: string, resourceId: number, resource = 'serviceClient') => {
    const filters = {
      resource: [resource],
      resourceId: { from: resourceId, to: resourceId },
      action: [action],
      result: ['ok'],
    };
    const { data } = await space.admin('/audit-log/list', { filters });
    return Number((data.items as readonly { id: number }[])[0]?.id);
  };

  /** All calls that give a client rights, each on its own clients, one enabled and one disabled. */
  async function ways(): Promise<Readonly<Record<string, (call: Call) => Promise<Answered>>>> {
    await space.proveMyself();
    const [on, off, changed, left] = [
      await space.newClient({ scopes: ['config'] }),
      await space.newClient({ scopes: ['config'] }),
      await space.newClient({ scopes: ['config', 'key'] }),
      await space.newClient({ scopes: ['config'] }),
    ];
    await space.admin('/service-client/disable', { id: off.id });
    await space.admin('/service-client/disable', { id: left.id });
    await space.admin('/service-client/update', { id: changed.id, version: 1, scopes: ['config'] });
    const [fewer, disabling] = [await lastEntry('update', changed.id), await lastEntry('disable', left.id)];
    const versioned = { id: on.id, version: 1 };
    return {
      create: (call) => call('/service-client/create', { name: randomUUID(), scopes: ['all'] }),
      scopes: (call) => call('/service-client/update', { ...versioned, scopes: ['all'] }),
      addresses: (call) => call('/service-client/update', { ...versioned, ipAllowlist: ['10.0.0.0/8'] }),
      rate: (call) => call('/service-client/update', { ...versioned, ratePerMinute: 7 }),
      batch: (call) => call('/service-client/batch', { action: 'update', ids: [on.id], params: { ratePerMinute: 8 } }),
      rotate: (call) => call('/service-client/rotate', { id: on.id }),
      enable: (call) => call('/service-client/enable', { id: off.id }),
      'batch enable': (call) => call('/service-client/batch', { action: 'enable', ids: [off.id] }),
      review: (call) => call('/service-client/review', { id: on.id }),
      'undo of fewer scopes': (call) => call('/undo/entry', { id: fewer }),
      'undo of disabling': (call) => call('/undo/entry', { id: disabling }),
    };
  }

  test('need a recent identity confirmation on every path', async () => {
    const all = await ways();
    const before = await count();
    space.now += 6 * minute;
    for (const [name, way] of Object.entries(all))
      expect([name, (await way(space.admin)).code]).toEqual([name, stepUpNeeded]);
    expect(await count()).toBe(before);
    await space.proveMyself();
    for (const verb of ['import', 'restore', 'clone'])
      expect([verb, (await space.admin(`/service-client/${verb}`, {})).code]).toEqual([verb, 40_400]);
    for (const name of ['create', 'enable', 'undo of fewer scopes', 'undo of disabling', 'rate'])
      expect([name, (await all[name]?.(space.admin))?.code]).toEqual([name, ok]);
  });

  test('cannot be changed with an access token, which never confirms an identity', async () => {
    const full = await space.otherAdmin(`t-${randomUUID().slice(0, 8)}`);
    const token = await full.accessToken();
    const all = await ways();
    for (const [name, way] of Object.entries(all)) {
      const answer = await way((path, body) => space.callAs(token, path, body));
      expect([name, answer.code, answer.data.token]).toEqual([name, denied, true]);
    }
    expect((await space.callAs(token, '/service-client/list', {})).code).toBe(ok);
  });

  test('cannot exceed the rights of the admin who grants them', async () => {
    await narrow.prove();
    const { errors, code } = await narrow.call('/service-client/create', {
      name: randomUUID(),
      scopes: ['all', 'key'],
    });
    expect([code, errors]).toEqual([
      invalid,
      { scopes: ['Your own permissions do not cover these scopes: All, Key leases'] },
    ]);
    const own = await narrow.call('/service-client/create', { name: randomUUID(), scopes: ['distribution'] });
    expect(own.code).toBe(ok);
    const { id, version } = own.data;
    const more = await narrow.call('/service-client/update', { id, version, scopes: ['distribution', 'user'] });
    expect([more.code, Object.keys(more.errors)]).toEqual([invalid, ['scopes']]);
    const wide = await space.newClient({ scopes: ['all'] });
    const address = { id: wide.id, version: 1, ipAllowlist: ['10.0.0.0/8'] };
    expect((await narrow.call('/service-client/update', address)).code).toBe(invalid);
    const many = { action: 'update', ids: [wide.id], params: { ratePerMinute: 9 } };
    expect((await narrow.call('/service-client/batch', many)).data).toMatchObject({ affected: 0, failed: 1 });
    expect((await narrow.call('/service-client/rotate', { id: wide.id })).code).toBe(denied);
    expect((await narrow.call('/service-client/review', { id: wide.id })).code).toBe(denied);
    expect((await narrow.call('/service-client/disable', { id: wide.id })).code).toBe(ok);
    expect((await narrow.call('/service-client/enable', { id: wide.id })).code).toBe(denied);
    expect((await narrow.call('/undo/entry', { id: await lastEntry('disable', wide.id) })).code).toBe(invalid);
    expect(await stored(wide.id)).toMatchObject({ status: 'disabled', scopes: ['all'], ratePerMinute: 60_000 });
  });

  test('are listed for review when the admin who granted them is narrowed, disabled or deleted', async () => {
    const makers = [
      await limitedTo(['all']),
      await limitedTo(['all']),
      await limitedTo(['all']),
      await limitedTo(['all']),
    ];
    const widened = await limitedTo(['expand']);
    await narrowTo(widened.id, ['all']);
    const widening = await lastEntry('update', widened.id, 'admin');
    makers.push(widened);
    const made: number[] = [];
    for (const maker of makers) {
      await maker.prove();
      const body = { name: randomUUID(), scopes: ['key'] };
      made.push(Number((await maker.call('/service-client/create', body)).data.id));
    }
    const [narrowed, disabled, deleted, several] = makers.map(({ id }) => id) as [number, number, number, number];
    await space.proveMyself();
    await narrowTo(narrowed, ['expand']);
    expect((await space.admin('/admin/disable', { id: disabled })).code).toBe(ok);
    const { version } = (await space.admin('/admin/get', { id: deleted })).data;
    expect((await space.admin('/admin/delete', { id: deleted, version })).code).toBe(ok);
    expect((await space.admin('/admin/batch', { action: 'disable', ids: [several] })).data.affected).toBe(1);
    expect((await space.admin('/undo/entry', { id: widening })).code).toBe(ok);
    const listed = async () => {
      const filters = { review: ['narrowed', 'disabled', 'deleted'] };
      const { items } = (await space.admin('/service-client/list', { filters })).data;
      return (items as readonly { id: number; review: string }[]).map(({ id, review }) => [id, review]).toReversed();
    };
    expect(await listed()).toEqual([
      [made[0], 'narrowed'],
      [made[1], 'disabled'],
      [made[2], 'deleted'],
      [made[3], 'disabled'],
      [made[4], 'narrowed'],
    ]);
    const panel = JSON.stringify((await space.admin('/message_panel', { limit: 100 })).data);
    expect(panel.match(/A service client needs review/g)?.length).toBeGreaterThanOrEqual(5);
    // Enabling the admin again confirms nothing; another admin has to.
    await space.admin('/admin/enable', { id: disabled });
    expect(await listed()).toHaveLength(5);
    expect((await space.admin('/service-client/review', { id: made[1] })).code).toBe(ok);
    const third = await stored(made[2] ?? 0);
    const fewer = { id: made[2], version: third.version, scopes: ['config'] };
    expect((await space.admin('/service-client/update', fewer)).code).toBe(ok);
    expect(await listed()).toEqual([
      [made[0], 'narrowed'],
      [made[3], 'disabled'],
      [made[4], 'narrowed'],
    ]);
  });

  test('notify every admin when they allow leasing keys or acting for users', async () => {
    await space.proveMyself();
    const name = `critical-${randomUUID()}`;
    const plain = `plain-${randomUUID()}`;
    const elsewhere = await limitedTo(['news']);
    await space.newClient({ name: plain, scopes: ['config'] });
    const made = await space.newClient({ name, scopes: ['config'] });
    const getPanel = async (other: OtherAdmin) =>
      JSON.stringify((await other.call('/message_panel', { limit: 100 })).data);
    expect(await getPanel(elsewhere)).not.toContain(name);
    await space.admin('/service-client/update', { id: made.id, version: 1, scopes: ['config', 'user'] });
    expect(await getPanel(elsewhere)).toContain(`First granted user to ${name}`);
    expect(await getPanel(elsewhere)).not.toContain(plain);
  });

  test('are recorded with each key that they lease', async () => {
    await space.proveMyself();
    const keyGroup = randomUUID();
    const key = { name: 'upstream', secret: `sk-${randomUUID()}`, baseUrl: 'https://203.0.113.9/v1', keyGroup };
    const { id: keyId } = (await space.admin('/api-key/create', key)).data;
    const name = randomUUID();
    const made = await space.newClient({ name, scopes: ['key'] });
    const lease = await space.service('/key/lease', { keyGroup }, `${made.clientId}.${made.secret}`);
    expect(lease.code).toBe(ok);
    const { data } = await space.admin('/key-lease/list', { filters: { clientId: { from: made.id, to: made.id } } });
    expect(data.items).toMatchObject([
      { no: lease.data.leaseId, keyId, keyName: 'upstream', clientId: made.id, clientName: name, status: 'open' },
    ]);
    expect((data.items as readonly { ip: string }[])[0]?.ip).toContain('127.0.0.1');
    expect(JSON.stringify(data)).not.toContain(key.secret);
    expect((await narrow.call('/key-lease/list', {})).code).toBe(denied);
  });
});
