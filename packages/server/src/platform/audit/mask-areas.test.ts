import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

const phone = '13800138000';

describe.each(databaseKinds)('the audit log for an admin with limited permissions on %s', (kind) => {
  let harness: ServiceHarness;
  beforeAll(async () => {
    harness = await createServiceHarness(kind);
    await harness.proveMyself();
  });
  afterAll(() => harness.drop());

  it('returns the names of changed fields without their values, in lists, records and exports', async () => {
    const created = await harness.admin('/user/create', { username: 'li.na', phone });
    expect(created.code).toBe(20_000);
    const limited = await harness.otherAdmin('limited');
    const { version } = (await harness.admin('/admin/get', { id: limited.id })).data;
    await harness.admin('/admin/update', { id: limited.id, version, permissionSet: ['admins'], jobName: 'auditor' });
    const filters = { resource: ['user'], action: ['create'] };
    const listed = await limited.call('/audit-log/list', { filters });
    const [entry] = listed.data.items as { id: number }[];
    expect(JSON.stringify(listed.data)).not.toMatch(new RegExp(`${phone}|li\\.na`));
    const { data } = await limited.call('/audit-log/get', { id: entry?.id });
    expect(data).toMatchObject({ actorName: 'First', after: { username: '***', phone: '***' } });
    const full = (await harness.admin('/audit-log/get', { id: entry?.id })).data;
    expect(full).toMatchObject({ after: { username: 'li.na', phone } });
    const own = { resource: ['admin'], action: ['update'] };
    const [change] = (await limited.call('/audit-log/list', { filters: own })).data.items as { id: number }[];
    expect((await limited.call('/audit-log/get', { id: change?.id })).data.after).toMatchObject({ jobName: 'auditor' });
    const columns = ['id', 'resource', 'before', 'after'];
    const file = await limited.download('/audit-log/export', { format: 'ndjson', columns, filters });
    expect(file).toContain('"username":"***"');
    expect(file).not.toMatch(new RegExp(`${phone}|li\\.na`));
  });
});
