import { randomBytes, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { backgroundJob, getError } from '@gantry/core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Host } from '../../../test/s3-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { bareDatabase, databaseKinds } from '../../../test/test-database.ts';
import { verifyChain } from '../../platform/audit/verify-chain.ts';
import { createDayOf, createHourOf } from '../../platform/context/day-of.ts';
import { enqueueJob, type OnDead, takeJob } from '../../platform/jobs/job-rows.ts';
import { createJobRunner, type JobContext, JobFailed, type JobRunner } from '../../platform/jobs/job-runner.ts';
import { routeTo } from '../../platform/notifications/notification-types.ts';
import { openKeyring } from '../../platform/secrets/keyring.ts';
import { readMasterKeys } from '../../platform/secrets/master-key.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { openDatabase } from '../../platform/store/open-database.ts';
import { rebuildUsage } from '../ledger/rebuild-usage.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { createBackupStore } from './backup-store.ts';
import { pruneBackups } from './backups.ts';
import { restore } from './copies/restore.ts';
import { copyBackup } from './copy-backup.ts';
import { createAbandonedJobsJob, enqueueDaily } from './daily-work.ts';
import { createDataJobWorks, type DataDeps, endOfDeadJobs, removeOrphans } from './data-jobs.ts';
import { createInstanceRegistry } from './instance-registry.ts';
import { createOutsideCopies } from './outside-copies.ts';
import { previewRetention, runRetention } from './retention.ts';

const day = 86_400_000;
const silent = async () => {};

describe.each(databaseKinds)('data management on %s', (kind) => {
  let space: ServiceHarness;
  let deps: DataDeps;
  let runner: JobRunner;
  let onDead: OnDead;
  const masters = () => readMasterKeys({ given: undefined, folder: space.data });
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    const file = 'sqlite' in space.place ? space.place.sqlite : '';
    deps = {
      ...space.foundation,
      backups: createBackupStore(
        path.join(space.data, 'backups'),
        file,
        masters,
        createOutsideCopies(space.foundation),
      ),
      bytes: { remove: silent },
    };
    onDead = endOfDeadJobs(space.foundation.clock);
    const works = {
      ...createDataJobWorks(deps),
      recallRun: async () => Promise.reject(new JobFailed('model', 'no model')),
    };
    runner = createJobRunner({ ...space.foundation, onDead }, works, deps.backups.ownPlace);
  });
  afterAll(() => space.drop());

  const rows = (table: string) =>
    withNamedTables(space.foundation.database.read).selectFrom(table).selectAll().orderBy('id').execute();
  /** Retries while the server is overloaded, as on a slow machine. */
  const insist = async (action: string, body: object) => {
    for (let left = 100; ; left -= 1) {
      const answer = await space.admin(action, body);
      if (answer.code !== getError('busy').code || left === 0) return answer;
      await delay(100);
    }
  };
  const job = async (id: unknown) => (await insist('/background-job/get', { id })).data;
  /** Starts a job by its action, runs it to its end and returns its record. */
  const work = async (action: string, body: object = {}): Promise<Record<string, unknown>> => {
    const { code, data } = await insist(action, body);
    expect(code).toBe(20000);
    await runner.drain();
    return job(data.job);
  };
  /** Stops a server as it takes up what waits. */
  const stopAtFirstStep = async () => {
    const backupCopy = async (job: JobContext) => {
      void stopping.stop();
      await job.report('uploading', 0);
    };
    const stopping: JobRunner = createJobRunner(space.foundation, { backupCopy }, deps.backups.ownPlace);
    await stopping.drain();
  };
  const backups = async () =>
    (await insist('/backup/list', {})).data as {
      items: readonly { id: number; version: number; name: string; status: string }[];
    };
  const upload = async () => {
    const png = new PNG({ width: 4, height: 4 });
    randomBytes(png.data.length).copy(png.data);
    const content = PNG.sync.write(png).toString('base64');
    return String((await insist('/file/upload', { name: 'a.png', content })).data.path);
  };

  it('measures every table', async () => {
    expect(await work('/dataset/stats')).toMatchObject({ kind: 'measure', status: 'succeeded', error: null });
    const { items } = (await insist('/dataset/list', { filters: { content: ['loginLogs'] } })).data as {
      items: readonly Record<string, unknown>[];
    };
    expect(items).toMatchObject([{ name: 'login_logs', rows: 1, retentionDays: 180, expired: 0 }]);
    expect(Number(items[0]?.bytes)).toBeGreaterThan(0);
  });

  it('keeps one open job of each type, which can be canceled and retried', async () => {
    const id = (await insist('/dataset/stats', {})).data.job;
    expect((await insist('/dataset/stats', {})).code).toBe(40902);
    expect((await insist('/background-job/cancel', { id })).data).toMatchObject({ status: 'cancelled' });
    await runner.drain();
    expect(await job(id)).toMatchObject({ status: 'cancelled', startedAt: null });
    expect((await insist('/background-job/retry', { id })).data).toMatchObject({ status: 'queued' });
    await runner.drain();
    expect(await job(id)).toMatchObject({ status: 'succeeded' });
  });

  it('notifies admins once of jobs that failed for good or were lost too often, except backups, which have their own notification', async () => {
    const { database, clock } = space.foundation;
    const enqueue = () => database.transaction((tx) => enqueueJob(tx, database, clock, 'recallRun', null));
    const reported = async () =>
      (await rows('notifications'))
        .filter(({ event }) => event === 'jobDead')
        .map(({ params, happened }) => [JSON.parse(String(params)).why, Number(happened)]);
    await enqueue();
    await runner.drain();
    expect(await reported()).toEqual([['model', 1]]);
    expect((await rows('background_jobs')).at(-1)).toMatchObject({ error_code: 'model', error: 'no model' });
    const lost = await enqueue();
    for (let turn = 1; turn <= 4; turn += 1) {
      const worker = { owner: `gone ${turn}`, kinds: ['recallRun'], instance: null } as const;
      const taken = await takeJob(database, clock, worker, onDead);
      expect(taken?.id).toBe(turn === 4 ? undefined : lost);
      space.now += 30_000;
    }
    expect(await reported()).toEqual([['lost', 2]]);
    // The notification for all jobs of one type links to the newest.
    const [dead] = (await rows('notifications')).filter(({ event }) => event === 'jobDead');
    expect(dead?.route).toBe(routeTo(backgroundJob, { id: [lost] }));
    const panel = JSON.stringify(await space.admin('/message_panel', {}));
    expect(panel).toMatch(/Retrieval test.*Cause: The servers running it were repeatedly interrupted\./);
  });

  it('does not run a job that is canceled while it is being claimed', async () => {
    const { database, clock } = space.foundation;
    const id = (await insist('/dataset/stats', {})).data.job;
    const { taking } = await database.transaction(async (tx) => {
      await tx.updateTable('background_jobs').set({ status: 'cancelled' }).where('id', '=', Number(id)).execute();
      const taking = takeJob(database, clock, { owner: 'late', kinds: ['measure'], instance: null });
      await delay(100);
      return { taking };
    });
    expect(await taking).toBeNull();
    expect(await job(id)).toMatchObject({ status: 'cancelled' });
  });

  it('creates a backup during writes that restores to a valid ledger and audit log', async () => {
    const api = space.api(await space.newClient());
    const { userId } = await api.call('userRegister', { username: randomUUID() });
    await space.admin('/user/adjust-balance', { id: userId, asset: 'coin', amount: 1000, reason: 'for a test' });
    let isWriting = true;
    const use = async () => {
      const { holdNo } = await api.call('billingHold', {
        userId,
        requestId: randomUUID(),
        capability: 'chat',
        asset: 'coin',
        amount: 2,
      });
      await api.call('billingCapture', { holdNo, amount: 1 });
    };
    const writing = (async () => {
      for (let most = 60; isWriting && most > 0; most -= 1) await use();
    })();
    const made = await work('/backup/create');
    isWriting = false;
    await writing;
    expect(made).toMatchObject({ kind: 'backup', status: 'succeeded' });
    const [backup] = (await backups()).items;
    expect(backup).toMatchObject({ status: 'ready', engine: kind });
    expect(await work('/backup/verify', { id: backup?.id })).toMatchObject({ status: 'succeeded' });

    const other = await bareDatabase(kind);
    await other.database.close();
    const file = path.join(space.data, 'backups', String(backup?.name));
    await restore({ place: other.place, masters: masters(), file, force: true });
    const restored = openDatabase(other.place);
    try {
      expect((await verifyLedger(restored)).filter(({ ok }) => !ok)).toEqual([]);
      const ring = await openKeyring(restored, { given: undefined, folder: space.data });
      expect(await verifyChain(restored, ring.key('audit'))).toMatchObject({ ok: true });
      const stored = await restored.read.selectFrom('ledger_entries').select('id').execute();
      expect(stored.length).toBeGreaterThan(0);
    } finally {
      await restored.close();
      await other.drop();
    }
  });

  it('rejects a backup with a flipped byte, or of another key', async () => {
    const [backup] = (await backups()).items;
    const file = path.join(space.data, 'backups', String(backup?.name));
    const good = `${file}.good`;
    copyFileSync(file, good);
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
    writeFileSync(file, bytes);
    expect(await work('/backup/verify', { id: backup?.id })).toMatchObject({ status: 'failed' });
    expect((await backups()).items[0]).toMatchObject({ status: 'broken' });
    const other = await bareDatabase(kind);
    const given = randomBytes(32).toString('base64');
    const request = { place: other.place, masters: masters(), file, force: true };
    await expect(restore(request)).rejects.toThrow('Part of the backup file was modified');
    const stranger = readMasterKeys({ given, folder: space.data });
    await expect(restore({ ...request, file: good, masters: stranger })).rejects.toThrow('master key');
    await other.drop();
    copyFileSync(good, file);
    expect(await work('/backup/verify', { id: backup?.id })).toMatchObject({ status: 'succeeded' });
  });

  it('keeps one name for a folder under concurrent calls, and works without one', async () => {
    const getPlace = (folder: string) => createBackupStore(folder, '', masters, deps.backups.outside);
    const folder = path.join(space.data, `place-${randomUUID()}`);
    const fresh = getPlace(folder);
    const [name, ...others] = await Promise.all([1, 2, 3].map(() => fresh.ownPlace()));
    expect(name).toMatch(/^[0-9a-f-]{36}$/);
    expect([...others, await getPlace(folder).ownPlace()]).toEqual([name, name, name]);
    writeFileSync(path.join(folder, '.place'), '');
    expect(await getPlace(folder).ownPlace()).toMatch(/^[0-9a-f-]{36}$/);
    expect(readdirSync(folder)).toEqual(['.place']);
    expect(await getPlace(path.join(folder, '.place')).ownPlace()).toBeNull();
  });

  it('gives a copied folder its own name, and ends the jobs that wait for a server that stopped', async () => {
    const { database } = space.foundation;
    let at = space.now;
    const clock = () => at;
    const folder = path.join(space.data, `folder-${randomUUID()}`);
    const getKeeper = (at: string) => {
      const store = createBackupStore(at, '', masters, deps.backups.outside);
      return { store, keeper: createInstanceRegistry({ ...deps, clock, backups: store }) };
    };
    const before = getKeeper(folder);
    await before.keeper.beat();
    await before.keeper.stop();
    at += 1;
    const [first, extra] = [getKeeper(folder), getKeeper(folder)];
    for (const { keeper } of [first, extra]) await keeper.beat();
    cpSync(folder, `${folder}-copy`, { recursive: true });
    at += 90_000;
    for (const { keeper } of [first, extra]) await keeper.beat();
    const copied = getKeeper(`${folder}-copy`);
    for (const { keeper } of [copied, first, extra, copied]) await keeper.beat();
    const name = String(await first.store.ownPlace());
    const other = String(await copied.store.ownPlace());
    expect([await extra.store.ownPlace(), await before.store.ownPlace(), other === name]).toEqual([name, name, false]);

    const set = (table: string, id: number, cells: Record<string, string | number | null>) =>
      database.transaction((tx) => withNamedTables(tx).updateTable(table).set(cells).where('id', '=', id).execute());
    const backup = Number((await backups()).items[0]?.id);
    const left = createAbandonedJobsJob({ ...deps, clock, onDead });
    const enqueue = (kind: 'backupCopy' | 'backupProof', place: string) =>
      database.transaction((tx) =>
        enqueueJob(tx, database, clock, kind, null, { params: { id: backup }, instance: place }),
      );
    const [copy, proof] = [await enqueue('backupCopy', name), await enqueue('backupProof', name)];
    const taken = await takeJob(database, clock, { owner: 'gone', kinds: ['backupCopy'], instance: name });
    const elsewhere = () => takeJob(database, clock, { owner: 'y', kinds: ['backupProof'], instance: other });
    expect([taken?.id, await elsewhere()]).toEqual([copy, null]);
    const open = async () => {
      await left.run();
      return (await Promise.all([copy, proof].map(job))).map(({ status }) => status);
    };
    at += 3_600_001;
    await first.keeper.beat();
    expect(await open()).toEqual(['running', 'queued']);
    await set('backups', backup, { copied_at: 1 });
    at += 3_600_001;
    expect(await open()).toEqual(['failed', 'queued']);
    expect(await job(copy)).toMatchObject({ errorCode: 'serverGone', error: null });
    expect(JSON.stringify((await rows('notifications')).map(({ params }) => params))).toContain('serverGone');
    expect(await elsewhere()).toMatchObject({ id: proof });
    await set('backups', backup, { copied_at: null });
    await set('background_jobs', proof, { status: 'cancelled' });
    for (const { keeper } of [first, extra, copied]) await keeper.stop();
    expect(readdirSync(folder)).toEqual(['.place']);
  });

  it('reports that another server stores the file of a backup', async () => {
    const [backup] = (await backups()).items;
    const file = path.join(space.data, 'backups', String(backup?.name));
    renameSync(file, `${file}.away`);
    await space.proveMyself();
    const rejected = await insist('/backup/download', { id: backup?.id });
    expect(rejected.code).toBe(40400);
    // An SQLite file and its backups are in one folder, so no other server has them.
    expect(/the server that created it|生成它的服务器/.test(rejected.message)).toBe(kind === 'postgres');
    renameSync(`${file}.away`, file);
  });

  it('copies a backup outside, and reads it from there when this server has lost it', async () => {
    const host = await s3Host();
    const save = async (page: string, group: string, values: object, version = 0) => {
      const { code, errors } = await insist('/settings/save', { page, group, version, values });
      expect([code, errors]).toEqual([20000, {}]);
    };
    const newest = async () => (await backups()).items[0] as Record<string, unknown>;
    const stored = () => [...host.objects.keys()];
    const [first] = (await backups()).items;
    expect((await insist('/backup/upload', { id: first?.id })).code).toBe(getError('stateConflict').code);
    await save('system', 'outbound', { privateHosts: [host.host] });
    const storage = { endpoint: host.url, bucket: 'vault', accessKey: 'access', secretKey: 's3cret' };
    await save('extensions', 'storage', storage);
    expect(await work('/backup/upload', { id: first?.id })).toMatchObject({ status: 'succeeded' });
    await save('data', 'backups', { copyOutside: true });
    await work('/backup/create');
    const { id, name, version, copiedAt } = await newest();
    expect(copiedAt).toEqual(expect.any(Number));
    expect(stored()).toEqual([`/vault/gantry/backups/${first?.name}`, `/vault/gantry/backups/${name}`]);

    const file = path.join(space.data, 'backups', String(name));
    const bytes = readFileSync(file);
    expect(host.objects.get(`/vault/gantry/backups/${name}`)?.equals(bytes)).toBe(true);
    rmSync(file);
    const [left, fresh] = [randomUUID(), randomUUID()].map((one) => `${file}.brought-${one}`) as [string, string];
    for (const one of [left, fresh]) writeFileSync(one, 'x');
    utimesSync(left, 0, 0);
    expect(await work('/backup/verify', { id })).toMatchObject({ status: 'succeeded' });
    expect([existsSync(left), existsSync(fresh)]).toEqual([false, true]);
    rmSync(fresh);
    expect(readdirSync(path.dirname(file)).filter((one) => one.includes('brought'))).toEqual([]);
    await space.proveMyself();
    expect(await space.download('/backup/download', { id })).toBe(bytes.toString());

    host.rejection = { status: 503, body: {} };
    expect((await insist('/backup/download', { id })).code).toBe(50_302);
    expect(await work('/backup/create')).toMatchObject({ status: 'succeeded' });
    const only = await newest();
    expect(only).toMatchObject({ status: 'ready', copiedAt: null });
    expect((await insist('/backup/get', { id: only.id })).data).toMatchObject({ copyProblem: 'rejected' });
    const waits = { status: 'queued', attempts: 1, runAfter: space.now + 60_000, errorCode: 'rejected' };
    const copying = await work('/backup/upload', { id: first?.id });
    expect(copying).toMatchObject(waits);
    const again = (await insist('/backup/get', { id: first?.id })).data;
    expect(again).toMatchObject({ copiedAt: expect.any(Number), copyProblem: 'rejected' });
    expect(host.open.size).toBe(0);
    // A new request retries a waiting job immediately; otherwise it is retried when its time has come.
    expect(await work('/backup/upload', { id: first?.id })).toMatchObject({ id: copying.id, attempts: 2 });
    host.rejection = null;
    space.now += 119_999;
    await runner.drain();
    expect(await job(copying.id)).toMatchObject({ status: 'queued', runAfter: space.now + 1 });
    expect(await newest()).toMatchObject({ copiedAt: expect.any(Number), version: Number(only.version) + 2 });
    Object.assign(only, await newest());
    space.now += 1;
    await runner.drain();
    expect(await job(copying.id)).toMatchObject({ status: 'succeeded', attempts: 3, runAfter: null, errorCode: null });
    expect((await insist('/backup/get', { id: first?.id })).data).toMatchObject({ copyProblem: null });
    await insist('/backup/upload', { id: only.id });
    await stopAtFirstStep();
    const stopped = (await rows('background_jobs')).at(-1);
    expect(stopped).toMatchObject({ kind: 'backupCopy', status: 'queued', attempts: 0, run_after: null });
    await runner.drain();
    expect(await job(stopped?.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    Object.assign(only, await newest());

    await space.proveMyself();
    expect((await insist('/backup/delete', { id, version: Number(version) + 1 })).code).toBe(20000);
    expect(stored()).toEqual([first, only].map((one) => `/vault/gantry/backups/${one?.name}`));
    const lost = { id: only.id, version: only.version };
    const report = async (_stage: string, done: number) => {
      if (done > 0) expect((await insist('/backup/delete', lost)).code).toBe(20000);
    };
    const cut = { report, signal: AbortSignal.timeout(60_000) } as unknown as JobContext;
    const audit = { ...deps.audit, append: async () => Promise.reject(new Error('no log')) };
    await expect(copyBackup({ ...deps, audit }, { ...cut, report: silent }, Number(only.id))).rejects.toThrow('no log');
    await expect(copyBackup(deps, cut, Number(only.id))).rejects.toThrow('The backup was deleted');
    expect([stored().length, host.open.size]).toEqual([1, 0]);
    await save('data', 'backups', { copyOutside: false }, 1);
    await host.stop();
  });

  it('deletes a backup with its file after identity confirmation', async () => {
    await work('/backup/create');
    const [newest] = (await backups()).items;
    const body = { id: newest?.id, version: newest?.version };
    space.now += 6 * 60_000;
    expect((await insist('/backup/delete', body)).code).toBe(40301);
    await space.proveMyself();
    expect((await insist('/backup/delete', body)).code).toBe(20000);
    expect(await deps.backups.find(String(newest?.name))).toBeNull();
    expect((await backups()).items).toHaveLength(1);
  });

  it('deletes orphaned images after their grace period, and none that anything refers to', async () => {
    const [used, lost] = [await upload(), await upload()];
    const notice = { title: 'with a picture', content: `![](${used})` };
    expect((await insist('/notice/create', notice)).code).toBe(20000);
    space.now += 2 * 3_600_000;
    expect(await removeOrphans(deps, silent)).toEqual({ deleted: 0 });
    const orphans = async () =>
      (await rows('files')).filter((row) => row.orphaned_at !== null).map(({ name }) => `/files/${name}`);
    expect(await orphans()).toEqual([lost]);
    space.now += 31 * day;
    expect(await removeOrphans(deps, silent)).toEqual({ deleted: 1 });
    expect((await rows('files')).map(({ name }) => `/files/${name}`)).toEqual([used]);
  });

  it('recalculates the usage of each day when the site’s time zone changes', async () => {
    await space.signIn();
    let version = 0;
    const saveSite = async (values: object) => {
      expect((await insist('/settings/save', { page: 'system', group: 'site', version, values })).code).toBe(20000);
      version += 1;
    };
    const waiting = async () => {
      const filters = { kind: ['usageSums'], status: ['queued'] };
      return (await insist('/background-job/list', { filters })).data.items as object[];
    };
    await saveSite({ name: 'Another name' });
    expect(await waiting()).toEqual([]);
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await saveSite({ timezone: 'Europe/Paris' });
      await saveSite({ timezone });
      expect(await waiting()).toHaveLength(1);
      await runner.drain();
      expect(await waiting()).toEqual([]);
      const uses = await rows('usage_records');
      const days = uses.map(({ created_at: at }) => createDayOf()(Number(at), timezone));
      expect(uses.map(({ day: stored }) => stored)).toEqual(days);
      expect(days.length).toBeGreaterThan(0);
      const { read } = space.foundation.database;
      const summed = await read.selectFrom('usage_daily').select('day').distinct().orderBy('day').execute();
      expect(summed.map(({ day: stored }) => stored)).toEqual([...new Set(days)].sort());
      expect(await space.broken()).toEqual([]);
    }
    await saveSite({ timezone: 'Asia/Shanghai' });
    await runner.drain();
  });

  it('deletes expired rows in steps, and the ledger still verifies', async () => {
    space.now += 500 * day;
    const { database } = space.foundation;
    const sums = async () =>
      (
        await database.read
          .selectFrom('usage_daily')
          .select(({ fn }) => fn.sum('requests').as('n'))
          .executeTakeFirst()
      )?.n;
    const [entries, requests] = [(await rows('ledger_entries')).length, await sums()];
    const preview = await previewRetention(deps);
    expect(preview.find(({ content }) => content === 'usage')?.rows).toBe((await rows('usage_records')).length);
    const { deleted, finished } = await runRetention(deps, silent);
    expect(finished).toBe(true);
    expect(deleted.usage).toBeGreaterThan(0);
    expect(deleted.loginLogs).toBeGreaterThan(0);
    expect(await rows('usage_records')).toEqual([]);
    expect([(await rows('ledger_entries')).length, await sums()]).toEqual([entries, requests]);
    expect(await space.broken()).toEqual([]);
    await rebuildUsage(database, createHourOf(), async () => 'Asia/Shanghai');
    expect(await sums()).toBe(requests);
    const audit = await verifyChain(database, space.foundation.keyring.key('audit'));
    expect(audit).toMatchObject({ ok: true });
    expect((await previewRetention(deps)).every(({ rows: left }) => left === 0)).toBe(true);
  });

  it('stops after one minute and continues with the next run', async () => {
    const { database } = space.foundation;
    const ghost = { username: 'ghost', result: 'wrong', created_at: 1_000 } as const;
    await database.transaction((tx) =>
      tx
        .insertInto('login_logs')
        .values(Array.from({ length: 1500 }, () => ghost))
        .execute(),
    );
    let time = 0;
    const slow = () => {
      time += 25_000;
      return time;
    };
    expect(await runRetention(deps, silent, slow)).toMatchObject({ finished: false });
    expect(await runRetention(deps, silent)).toMatchObject({ finished: true });
    expect(await rows('login_logs')).toEqual([]);
  });

  it('queues its daily work once a day, and deletes old backups except the last', async () => {
    await enqueueDaily(deps);
    await enqueueDaily(deps);
    const queued = (await rows('background_jobs'))
      .filter(({ status }) => status === 'queued')
      .map(({ kind: of }) => of);
    expect(queued).toEqual(['measure']);
    expect(await pruneBackups(deps)).toBe(0);
    expect(await rows('backups')).toHaveLength(1);
  });
});
