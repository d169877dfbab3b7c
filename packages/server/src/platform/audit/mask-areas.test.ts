import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

const phone = '13800138000';

describe.each(databaseKinds)('the audit log of an admin who is limited to other areas on %s', (kind) => {
  let space: ServiceHarness;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    await space.proveMyself();
  });
  afterAll(() => space.drop());

  it('names what was changed in every form, and holds no value of it', async () => {
    const made = await space.admin('/user/create', { username: 'li.na', phone });
    expect(made.code).toBe(20_000);
    const limited = await space.otherAdmin('limited');
    const { version } = (await space.admin('/admin/get', { id: limited.id })).data;
    await space.admin('/admin/update', { id: limited.id, version, permissionSet: ['admins'], jobName: 'auditor' });
    const filters = { resource: ['user'], action: ['create'] };
    const listed = await limited.call('/audit-log/list', { filters });
    const [entry] = listed.data.items as { id: number }[];
    expect(JSON.stringify(listed.data)).not.toMatch(new RegExp(`${phone}|li\\.na`));
    const { data } = await limited.call('/audit-log/get', { id: entry?.id });
    expect(data).toMatchObject({ actorName: 'First', after: { username: '***', phone: '***' } });
    const full = (await space.admin('/audit-log/get', { id: entry?.id })).data;
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
