import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFoundation } from '../../server/src/bootstrap.ts';
import { readConfig, type ServerConfig } from '../../server/src/config.ts';
import { verifyLedger } from '../../server/src/modules/ledger/verify.ts';
import { withNamedTables } from '../../server/src/platform/store/database.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../server/test/test-database.ts';
import { BadOption, readDemoOptions } from './demo-options.ts';
import { fillDemo } from './fill-demo.ts';
import { fillFolder, renewPassword, stateOfFolder } from './main.ts';

const days = 16;
const end = Date.parse('2026-06-30T08:00:00Z');

/** Tables without rows in a demo, each with its reason. */
const empty = {
  alert_channels: 'alerts are not sent outside',
  audit_queue: 'entries wait at most one second to be sealed',
  captchas: 'minutes',
  integrity_checks: 'nobody has verified the log or the ledger',
  leases: 'held while a server runs',
  model_uses: 'no model has a limit by the hour',
  notification_clears: 'nobody has put theirs away',
  payment_reversals: 'no gateway has reversed a payment',
  pdf_ocr_pages: 'no upstream reads scans',
  recovery_codes: 'nobody has a second factor',
  retention_marks: 'nothing is old enough to go',
  server_instances: 'written while a server runs',
  service_nonces: 'minutes',
  retry_states: 'no retry is waiting',
  verification_codes: 'minutes',
  webhook_cursors: 'no endpoint receives events',
  webhook_deliveries: 'no endpoint receives events',
  webhook_endpoints: 'an invented address would be called for days',
  webhook_secrets: 'no endpoint receives events',
};

describe.each(databaseKinds)('demo of sixteen days on %s', (kind) => {
  let fresh: TestDatabase;
  let folder: string;
  let config: ServerConfig;
  beforeAll(async () => {
    fresh = await createTestDatabase(kind);
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-demo-'));
    const place = 'sqlite' in fresh.place ? fresh.place.sqlite : fresh.place.postgres;
    config = readConfig(
      new Map([
        ['data', folder],
        ['database', place],
      ]),
      {},
    );
    await fillDemo(config, { rows: 300, seed: 1, end, days }, () => {});
  }, 300_000);
  afterAll(async () => {
    await fresh.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const countBy = async (table: string, column: string) => {
    const rows = await withNamedTables(fresh.database.read)
      .selectFrom(table)
      .select([column, ({ fn }) => fn.countAll().as('count')])
      .groupBy(column)
      .execute();
    return Object.fromEntries(rows.map((row) => [String(row[column]), Number(row.count)]));
  };

  it('has enough records in every state', async () => {
    expect(await countBy('admins', 'role')).toEqual({ admin: 3, user: 5 });
    expect((await countBy('banned_words', 'status')).enabled).toBeGreaterThan(2_500);
    expect(Object.values(await countBy('ai_icons', 'group')).reduce((sum, count) => sum + count)).toBe(40);
    expect(await countBy('saved_views', 'audience')).toEqual({ admin: 1, everyone: 1, own: 4 });
    expect(await countBy('view_defaults', 'resource')).toEqual({ user: 1, violationLog: 1 });
    expect(await countBy('carousels', 'status')).toEqual({ draft: 1, published: 4 });
    expect(await countBy('vip_plans', 'status')).toEqual({ off: 1, on: 3 });
    expect(await countBy('currency_packs', 'status')).toEqual({ off: 1, on: 3 });
    expect(await countBy('identity_providers', 'status')).toEqual({ disabled: 1, enabled: 2 });
    expect(await countBy('user_identities', 'provider_id')).toEqual({ 1: (await countBy('users', 'source')).wechat });
    expect(await countBy('vip_faqs', 'status')).toEqual({ disabled: 1, enabled: 4 });
    expect(await countBy('ai_models', 'status')).toEqual({ disabled: 1, enabled: 9 });
    expect((await countBy('api_keys', 'status')).active).toBeGreaterThan(4);
    expect((await countBy('api_key_events', 'to_state')).autoDisabled).toBe(1);
    expect(Object.keys(await countBy('notices', 'status')).sort()).toEqual([
      'draft',
      'published',
      'scheduled',
      'unpublished',
    ]);
    expect(Object.keys(await countBy('help_docs', 'status')).sort()).toEqual(['draft', 'published', 'unpublished']);
    expect(Object.keys(await countBy('agents', 'status')).sort()).toEqual([
      'draft',
      'pending',
      'published',
      'rejected',
    ]);
    expect(Object.keys(await countBy('draw_tasks', 'status'))).toEqual(expect.arrayContaining(['failed', 'succeeded']));
    expect((await countBy('draw_prompts', 'status')).enabled).toBe(24);
    expect(Object.keys(await countBy('ai_techs', 'status')).sort()).toEqual(['draft', 'published', 'scheduled']);
    expect(Object.keys(await countBy('violation_logs', 'handled')).sort()).toEqual(['ignored', 'open', 'warned']);
    expect(Object.keys(await countBy('notice_reads', 'notice_id')).length).toBeGreaterThan(1);
    expect(Object.keys(await countBy('notice_recipients', 'user_id'))).toHaveLength(12);
    expect(Object.keys(await countBy('doc_votes', 'is_helpful'))).toContain('1');
    expect(await countBy('risk_rules', 'status')).toEqual({ enabled: 7 });
    expect(await countBy('risk_restrictions', 'measure')).toEqual({ captcha: expect.any(Number) });
    expect(Object.keys(await countBy('risk_events', 'status'))).toEqual(expect.arrayContaining(['handled', 'open']));
    expect(Object.keys(await countBy('login_logs', 'result'))).toContain('ok');
    expect(Object.keys(await countBy('orders', 'status')).sort()).toEqual(
      expect.arrayContaining(['closed', 'fulfilled']),
    );
    expect((await countBy('usage_records', 'status')).success).toBeGreaterThan(20);
    expect(Object.keys(await countBy('distributors', 'status')).sort()).toEqual(['active', 'pending', 'rejected']);
    expect(Object.keys(await countBy('commissions', 'status')).length).toBeGreaterThan(0);
    expect(Object.keys(await countBy('withdrawals', 'status')).length).toBeGreaterThan(0);
    expect(await countBy('regional_agents', 'status')).toEqual({ active: 2, pending: 1 });
    expect(Object.keys(await countBy('regional_incomes', 'kind'))).toContain('earned');
    expect((await countBy('redeem_codes', 'status')).used).toBeGreaterThan(3);
    expect((await countBy('users', 'status')).active).toBeGreaterThan(15);
    const { user = 0, assistant = 0 } = await countBy('chat_messages', 'role');
    expect(user).toBe(assistant);
    expect(Object.keys(await countBy('recall_runs', 'status'))).toEqual(['succeeded']);
    expect(user + assistant).toBeGreaterThan(200);
    expect(await countBy('refunds', 'status')).toMatchObject({ succeeded: expect.any(Number), requested: 1 });
    expect((await countBy('refunds', 'status')).rejected).toBeGreaterThan(0);
    expect(await countBy('approvals', 'status')).toEqual({ approved: 1, pending: 1, rejected: 1 });
    expect(await countBy('sign_rules', 'status')).toEqual({ disabled: 1, enabled: 7 });
    expect(await countBy('front_versions', 'status')).toEqual({ active: 1, past: 1 });
    expect(await countBy('pdf_docs', 'status')).toEqual({ failed: 1, ready: 3 });
    expect((await countBy('pdf_chunks', 'status')).indexed).toBeGreaterThan(2);
    expect(await countBy('backups', 'status')).toEqual({ ready: 1 });
    expect((await countBy('datasets', 'content')).other).toBeGreaterThan(10);
    expect((await countBy('registration_gifts', 'coin'))['10']).toBeGreaterThan(3);
    expect(await countBy('knowledge_exports', 'status')).toEqual({ ready: 1 });
    expect(Object.keys(await countBy('write_reruns', 'status'))).toContain('succeeded');
  });

  it('has rows in every table except those with a reason', async () => {
    const { read } = fresh.database;
    const without: string[] = [];
    for (const { name, isView } of await read.introspection.getTables()) {
      if (isView || /_search(?:_|$)/.test(name)) continue;
      if (!(await withNamedTables(read).selectFrom(name).select(sql`1`.as('one')).limit(1).executeTakeFirst()))
        without.push(name);
    }
    expect(without.sort()).toEqual(Object.keys(empty).sort());
  });

  it.each(['chat_sessions', 'violation_logs', 'recall_records', 'pdf_docs'])(
    'has users behind its %s',
    async (table) => {
      const { id } = await withNamedTables(fresh.database.read)
        .selectFrom(table)
        .select(({ fn }) => fn.count('user_id').as('id'))
        .where('user_id', 'not in', fresh.database.read.selectFrom('users').select('id'))
        .executeTakeFirstOrThrow();
      expect(Number(id)).toBe(0);
      expect(
        (await withNamedTables(fresh.database.read).selectFrom(table).select('id').limit(1).execute()).length,
      ).toBe(1);
    },
  );

  it('has events in order, actors who belong to the demo, and a valid audit log', async () => {
    const foundation = await openFoundation(config, pino({ level: 'silent' }));
    expect(await foundation.audit.verify()).toMatchObject({ ok: true, firstBad: null });
    expect((await verifyLedger(foundation.database)).filter(({ ok }) => !ok)).toEqual([]);
    await foundation.database.close();
    const { read } = fresh.database;
    const row = await read
      .selectFrom('audit_logs')
      .select(({ fn }) => [fn.min('created_at').as('first'), fn.max('created_at').as('last')])
      .executeTakeFirstOrThrow();
    expect(row.first).toBeGreaterThan(end - (days + 1) * 86_400_000);
    expect(row.last).toBeLessThanOrEqual(end);
  });

  it('lets its owner sign in with a new password each time', async () => {
    const [first, second] = [await renewPassword(config), await renewPassword(config)];
    expect(first).toMatch(/^(?:[A-Za-z0-9]{6}-){3}[A-Za-z0-9]{6}$/);
    expect(second).not.toBe(first);
  });
});

describe('demo folder', () => {
  const inFolder = async (work: (home: string) => Promise<void>) => {
    const home = mkdtempSync(path.join(tmpdir(), 'gantry-demo-'));
    await work(home).finally(() => rmSync(home, { recursive: true, force: true }));
  };

  it('exists completely or not at all', () =>
    inFolder(async (home) => {
      const folder = path.join(home, 'demo');
      const interrupted = fillFolder(folder, async (draft) => {
        writeFileSync(path.join(draft, 'gantry.db'), 'half');
        throw new Error('interrupted');
      });
      await expect(interrupted).rejects.toThrow('interrupted');
      expect(stateOfFolder(folder)).toBe('empty');
      await fillFolder(folder, async (draft) => {
        expect(existsSync(path.join(draft, 'gantry.db'))).toBe(false);
        return { rows: 1 };
      });
      expect(stateOfFolder(folder)).toBe('filled');
    }));

  it('is not touched when it contains something else', () =>
    inFolder(async (home) => {
      const folder = path.join(home, 'mine');
      mkdirSync(folder);
      expect(stateOfFolder(folder)).toBe('empty');
      writeFileSync(path.join(folder, 'letter.txt'), 'mine');
      expect(stateOfFolder(folder)).toBe('foreign');
    }));
});

describe('demo options', () => {
  it('include a folder and custom numbers', () => {
    const { flags, rows, seed } = readDemoOptions([]);
    expect([flags.get('data'), rows, seed]).toEqual(['.gantry-demo', 40_000, 1]);
    expect(readDemoOptions(['--port', '8080', '--rows', '5']).flags.get('port')).toBe('8080');
  });

  it.each([[['--rows', 'many']], [['--rows', '-1']], [['--colour', 'red']], [['extra']]])('reject %j', (args) => {
    expect(() => readDemoOptions(args)).toThrow(BadOption);
  });
});
