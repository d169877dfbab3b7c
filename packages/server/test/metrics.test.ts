import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { type JsonHost, jsonHost } from './json-host.ts';
import { type RunningServer, startServer } from './server-process.ts';

/** Series by name with labels, such as `gantry_jobs{kind="backup",status="queued"}`. */
type Series = ReadonlyMap<string, number>;

describe.each(serverDatabases)('metrics of a server on %s', (kind) => {
  let database: EmptyDatabase;
  let server: RunningServer;
  let host: JsonHost;
  let token: string;
  beforeAll(async () => {
    database = await emptyDatabase(kind);
    host = await jsonHost(() => ({ status: 404, body: {} }));
    const args = ['--metrics-port', '0', '--metrics-host', '127.0.0.2', ...database.flags];
    server = await startServer({ args, ...(kind === 'postgres' ? { firstStart: true } : {}) });
    token = await server.firstAdmin();
  });
  afterAll(async () => {
    await server.stop();
    await host.stop();
    await database.drop();
  });

  const change = (path: string, body: object) =>
    server.insist(path, body, { token, headers: { 'idempotency-key': randomUUID() } });
  async function text(): Promise<string> {
    const line = /"host":"127\.0\.0\.2","port":(\d+),"msg":"serving metrics/;
    await expect.poll(() => server.log()).toMatch(line);
    return (await fetch(`http://127.0.0.2:${line.exec(server.log())?.[1]}/metrics`)).text();
  }
  async function scrape(): Promise<Series> {
    const lines = (await text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  it('describe running work, resources, calls and scheduled jobs', async () => {
    await expect
      .poll(async () => [...(await scrape()).keys()].filter((name) => name.startsWith('gantry_scheduled_job_runs')))
      .not.toEqual([]);
    const series = await scrape();
    const value = (name: string) => series.get(name);
    expect([...series.keys()].some((name) => /^gantry_build_info\{version="[\d.]+"/.test(name))).toBe(true);
    expect(value('gantry_database_up')).toBe(1);
    expect(value('gantry_database_requests_waiting{pool="calls"}')).toBe(kind === 'postgres' ? 0 : undefined);
    expect(value('gantry_http_calls_waiting{line="console"}')).toBe(0);
    expect(value('gantry_jobs{kind="backup",status="queued"}')).toBe(0);
    expect(value('gantry_jobs_oldest_waiting_seconds{kind="backup"}')).toBe(0);
    expect(value('gantry_sessions{kind="session"}')).toBeGreaterThan(0);
    expect(value('gantry_audit_log_entries')).toBeGreaterThan(0);
    expect(value('gantry_audit_log_last_entry_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 600);
    const failed = [...series].filter(([name, count]) => name.includes('job_failures') && count > 0);
    expect(failed).toEqual([]);
  });

  it('include the last verification of the log, the ledger and a backup, and the calls made', async () => {
    expect((await scrape()).get('gantry_integrity_check_ok{check="ledger"}')).toBeUndefined();
    const since = Math.floor(Date.now() / 1000);
    expect((await server.insist('/ledger/verify', {}, { token })).code).toBe(20000);
    expect((await change('/audit-log/verify', {})).code).toBe(20000);
    expect((await change('/backup/create', {})).code).toBe(20000);
    const save = async (page: string, group: string, values: object) => {
      const { code, errors } = await change('/settings/save', { page, group, version: 0, values });
      expect({ code, errors }).toEqual({ code: 20000, errors: {} });
    };
    await save('system', 'outbound', { privateHosts: [host.host] });
    await save('extensions', 'storage', {
      endpoint: host.url,
      bucket: 'vault',
      accessKey: 'access',
      secretKey: 's3cret',
    });
    const probe = { page: 'extensions', group: 'storage', action: 'probe', input: {} };
    expect((await change('/settings/run', probe)).data).toMatchObject({ ok: false });
    await expect.poll(async () => (await scrape()).get('gantry_backup_last_ok'), { timeout: 60_000 }).toBe(1);
    const series = await scrape();
    for (const name of ['ledger', 'audit']) {
      expect(series.get(`gantry_integrity_check_ok{check="${name}"}`)).toBe(1);
      expect(series.get(`gantry_integrity_check_timestamp_seconds{check="${name}"}`)).toBeGreaterThanOrEqual(since);
    }
    expect(series.get('gantry_backup_last_success_timestamp_seconds')).toBeGreaterThanOrEqual(since);
    expect(series.get('gantry_jobs{kind="backup",status="succeeded"}')).toBe(1);
    const called = [...series].filter(([name]) => name.startsWith('gantry_outbound_request_duration_seconds_count'));
    expect(called).toEqual([[expect.stringMatching(/target="storage",.*result="4xx"/), expect.any(Number)]]);
  });

  it('have a help text and a type, and names that follow the Prometheus conventions', async () => {
    const lines = (await text()).split('\n');
    const typeOf = (line: string) => line.slice('# TYPE '.length).split(' ') as [string, string];
    const types = new Map(lines.filter((line) => line.startsWith('# TYPE')).map(typeOf));
    expect(types.size).toBeGreaterThan(30);
    for (const [name, type] of types) {
      expect(lines.some((line) => line.startsWith(`# HELP ${name} `))).toBe(true);
      expect({ name, isCounter: name.endsWith('_total') }).toEqual({ name, isCounter: type === 'counter' });
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      // Only base units, no type in a name, and the suffixes of histograms only for histograms.
      expect(name).not.toMatch(
        /_(ms|millis\w*|minutes|hours|days|kb|mb|gb|\w+bits|percent|gauge|counter|histogram)(_|$)/,
      );
      expect(name).not.toMatch(/_(bucket|count|sum|created)$/);
    }
  });
});
