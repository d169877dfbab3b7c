import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Host, s3Host } from '../../../test/s3-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createJobRunner, type JobRunner } from '../../platform/jobs/job-runner.ts';
import { readMasterKeys } from '../../platform/secrets/master-key.ts';
import { createBackupStore } from './backup-store.ts';
import { createDataJobWorks, type DataDeps } from './data-jobs.ts';
import { createOutsideCopies } from './outside-copies.ts';

describe.each(databaseKinds)('the copy of a backup in object storage on %s', (kind) => {
  let space: ServiceHarness;
  let host: S3Host;
  let runner: JobRunner;
  let id: unknown;
  beforeAll(async () => {
    [host, space] = [await s3Host(), await createServiceHarness(kind)];
    const masters = () => readMasterKeys({ given: undefined, folder: space.data });
    const file = 'sqlite' in space.place ? space.place.sqlite : '';
    const folder = path.join(space.data, 'backups');
    const backups = createBackupStore(folder, file, masters, createOutsideCopies(space.foundation));
    const deps: DataDeps = { ...space.foundation, backups, bytes: { remove: async () => {} } };
    runner = createJobRunner(space.foundation, createDataJobWorks(deps), backups.ownPlace);
    await save('system', 'outbound', { privateHosts: [host.host] });
    await save('extensions', 'storage', { endpoint: host.url, bucket: 'vault', accessKey: 'access', secretKey: 's3' });
    expect(await work('/backup/create')).toMatchObject({ status: 'succeeded' });
    const { items } = (await space.admin('/backup/list', {})).data as { items: readonly { id: number }[] };
    id = items[0]?.id;
  });
  afterAll(async () => {
    await space.drop();
    await host.stop();
  });

  async function save(page: string, group: string, values: object): Promise<void> {
    expect((await space.admin('/settings/save', { page, group, version: 0, values })).errors).toEqual({});
  }
  async function work(action: string, body: object = {}): Promise<Record<string, unknown>> {
    const { data } = await space.admin(action, body);
    await runner.drain();
    return (await space.admin('/background-job/get', { id: data.job })).data;
  }
  const uploads = () =>
    host.requested.filter(({ method, url }) => method === 'PUT' && url.includes('partNumber=')).length;
  const backup = async () => (await space.admin('/backup/get', { id })).data;

  it('is only checked again by the next attempt when it was sent and could not be checked', async () => {
    host.headRefusal = { status: 503, body: {} };
    expect(await work('/backup/upload', { id })).toMatchObject({ status: 'queued', errorCode: 'rejected' });
    const sent = uploads();
    expect(sent).toBeGreaterThan(0);
    expect(await backup()).toMatchObject({ copiedAt: null, copyProblem: 'unchecked' });
    expect(await work('/backup/upload', { id })).toMatchObject({ status: 'queued', attempts: 2 });
    host.headRefusal = null;
    expect(await work('/backup/upload', { id })).toMatchObject({ status: 'succeeded' });
    expect(uploads()).toBe(sent);
    expect(await backup()).toMatchObject({ copiedAt: expect.any(Number), copyProblem: null });
    expect(host.requested.filter(({ method }) => method === 'HEAD')).toHaveLength(3);
  });

  it('is sent again when the check finds another size', async () => {
    host.headRefusal = { status: 200, body: {}, headers: { 'content-length': '7' } };
    const before = uploads();
    expect(await work('/backup/upload', { id })).toMatchObject({ status: 'queued', errorCode: 'answer' });
    expect(await backup()).toMatchObject({ copyProblem: 'answer' });
    host.headRefusal = null;
    expect(await work('/backup/upload', { id })).toMatchObject({ status: 'succeeded' });
    expect(uploads()).toBe(before * 3);
  });

  it('passes the connection test of the storage, which leaves nothing behind', async () => {
    const probe = { page: 'extensions', group: 'storage', action: 'probe', input: {} };
    const begun = host.requested.length;
    const stored = host.objects.size;
    expect((await space.admin('/settings/run', probe)).data).toMatchObject({ ok: true });
    const requested = host.requested.slice(begun).filter(({ url }) => url.includes('/vault/gantry/backups/probe-'));
    expect(requested.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST', 'HEAD', 'DELETE']);
    expect([host.objects.size, host.open.size]).toEqual([stored, 0]);
    host.headRefusal = { status: 403, body: {} };
    expect((await space.admin('/settings/run', probe)).data).toMatchObject({ ok: false, problem: 'auth', code: '403' });
    host.headRefusal = null;
  });
});
