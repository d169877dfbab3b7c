import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { ApiError, vipPlan } from '@gantry/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualRules } from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import type { CallHandler } from '../../platform/http/call.ts';
import { type Keyring, openKeyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { insertUser } from '../users/register-user.ts';
import { exportCodes } from './export-codes.ts';
import { redeemModule } from './index.ts';
import { type Redeemed, redeem } from './redeem.ts';

const operator = { kind: 'service', id: 1 } as const;

describe.each(databaseKinds)('redeem codes on %s', (kind) => {
  let engine: TestEngine;
  let keyring: Keyring;

  beforeAll(async () => {
    const made: { keyring?: Keyring; export?: CallHandler } = {};
    const late = new Proxy({} as Keyring, { get: (_, name) => Reflect.get(made.keyring ?? {}, name) });
    const usual = {
      read: async () => ({ codeLength: 18, grouping: 6, timezone: 'Asia/Shanghai' }),
    } as unknown as SettingsReader;
    const ownExport: CallHandler = (call) => (made.export ?? (() => Promise.reject(new Error('not ready'))))(call);
    engine = await createTestEngine(kind, {
      operations: redeemModule.actions({ keyring: late, settings: usual }),
      exports: { redeemCode: ownExport },
    });
    made.keyring = await openKeyring(engine.database, { given: randomBytes(32).toString('base64'), folder: tmpdir() });
    made.export = exportCodes(engine.services, made.keyring, async () => 'UTC');
    keyring = made.keyring;
  });
  afterAll(() => engine.drop());

  const generate = (input: Record<string, unknown>) =>
    engine.call<{ id: number }>('/redeem-batch/generate', { name: 'b', kind: 'coin', coin: 10, ...input });
  const exported = async (requested: Record<string, unknown>): Promise<string> => {
    const as = { ...anAdmin, stepUpAt: engine.now };
    const { body } = (await engine.raw('/redeem-code/export', requested, { as })) as { body: Readable };
    return (await body.toArray()).join('');
  };
  const codesIn = (file: string) =>
    file
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1] ?? '');
  const getCodes = async (batchId: number): Promise<string[]> =>
    codesIn(await exported({ filters: { batchId: [batchId] } }));
  const newUser = async () => {
    const stamp = { by: null, at: engine.now };
    return Number(
      (await engine.database.transaction((tx) => insertUser(tx, engine.database, { username: randomUUID() }, stamp)))
        .id,
    );
  };
  const use = (userId: number, code: string, at = engine.now): Promise<Redeemed> => {
    const { database } = engine;
    return database.transaction((tx) =>
      redeem({ tx, dialect: database.dialect, at }, keyring, {
        userId,
        code,
        ip: null,
        operator,
        locale: 'en-US',
        rules: usualRules,
      }),
    );
  };
  const getReason = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ApiError ? error.detail.data?.reason : error),
    );

  it('have the length and prefix of their batch, and are found with and without the prefix', async () => {
    const look = { prefix: 'SHOP10', codeLength: 24, grouping: 8 };
    const { id } = await generate({ count: 2, ...look });
    expect(await engine.call('/redeem-batch/get', { id })).toMatchObject(look);
    const [first = '', second = ''] = await getCodes(id);
    expect(first).toMatch(/^SHOP10(-[2-9A-HJKMNP-Z]{8}){3}$/);
    const find = (code: string) => engine.call<{ id: number }>('/redeem-code/find', { code });
    expect(await find(first.toLowerCase())).toEqual(await find(first.slice(7)));
    expect(await getReason(use(await newUser(), `OTHER-${first.slice(7)}`))).toBe('unknown');
    expect(await use(await newUser(), first)).toMatchObject({ batchId: id });
    expect(await use(await newUser(), second.slice(7))).toMatchObject({ batchId: id });
    const [plain = ''] = await getCodes((await generate({ grouping: 0 })).id);
    expect(plain).toMatch(/^[2-9A-HJKMNP-Z]{18}$/);
  });

  it("are in a batch whose number contains the site's day", async () => {
    const dayMs = 86_400_000;
    // 00:30 of the next day in Shanghai.
    engine.now = Math.ceil(engine.now / dayMs) * dayMs + 16.5 * 3_600_000;
    const { id } = await generate({});
    const day = new Date(engine.now + dayMs).toISOString().slice(0, 10).replaceAll('-', '');
    expect(await engine.call('/redeem-batch/get', { id })).toMatchObject({
      no: `${day}-${String(id).padStart(4, '0')}`,
    });
  });

  it('grant their value once, in any grouping', async () => {
    const batch = await generate({ count: 3 });
    const [code = ''] = await getCodes(batch.id);
    const userId = await newUser();
    const before = engine.statements.length;
    expect(await use(userId, code.replaceAll('-', ' ').toLowerCase())).toMatchObject({
      grants: [{ asset: 'coin', amount: 10, balance: 10 }],
    });
    const requested = engine.statements.slice(before);
    expect(requested.filter((text) => /^select .* from "redeem_batches"/.test(text))).toHaveLength(1);
    expect(await getReason(use(userId, code))).toBe('used');
    expect(await engine.call('/redeem-batch/stats', { id: batch.id })).toMatchObject({
      issued: 3,
      unused: 2,
      used: 1,
      redemptions: 1,
      valueIssued: { coin: 30 },
      valueRedeemed: { coin: 10 },
    });
  });

  it('grant a membership with the plan as it was when they were created', async () => {
    const plan = await engine.database.transaction(async (tx) => {
      const values = { name: `plan ${randomUUID()}`, level: 2, price: 1000, durationUnit: 'day', durationValue: 30 };
      const row = createRow(vipPlan, { ...values, quotas: [], giftCoin: 7 }, { by: null, at: engine.now });
      return (await insertRecords(tx, engine.database.dialect, vipPlan, [row]))[0];
    });
    const full = await generate({ kind: 'vip', coin: 0, vipPlanId: plan });
    const days = await generate({ kind: 'mixed', coin: 3, vipPlanId: plan, vipDays: 5 });
    await engine.database.transaction((tx) =>
      tx.updateTable('vip_plans').set({ gift_coin: 999, duration_value: 1 }).where('id', '=', Number(plan)).execute(),
    );
    const [one = ''] = await getCodes(full.id);
    const [two = ''] = await getCodes(days.id);
    const userId = await newUser();
    const day = 86_400_000;
    expect(await use(userId, one)).toMatchObject({
      grants: [],
      membership: { outcome: 'started', endAt: engine.now + 30 * day },
    });
    expect(await use(userId, two)).toMatchObject({
      grants: [{ asset: 'coin', amount: 3, balance: 10 }],
      membership: { outcome: 'extended', endAt: engine.now + 35 * day },
    });
    expect(await getReason(use(userId, one))).toBe('used');
    const person = await engine.database.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirst();
    expect(Number(person?.vip_level)).toBe(2);
  });

  it.each([
    [{ kind: 'vip', coin: 0 }, 'vipPlanId'],
    [{ kind: 'coin', coin: 5, vipPlanId: 1 }, 'vipPlanId'],
    [{ kind: 'mixed', coin: 5 }, 'kind'],
    [{ kind: 'coin', coin: 5, vipDays: 3 }, 'vipDays'],
  ])('are not created from inconsistent parts: %j', async (input, field) => {
    await expect(generate(input)).rejects.toMatchObject({ detail: { errors: { [field]: [expect.any(String)] } } });
  });

  it('are exported once and stored only encrypted', async () => {
    const batch = await generate({ count: 2 });
    const [code = ''] = await getCodes(batch.id);
    await expect(getCodes(batch.id)).rejects.toMatchObject({ problem: 'stateConflict' });
    expect(engine.specs.get('/redeem-code/export')).toMatchObject({ stepUp: true });
    const stored = await engine.database.read
      .selectFrom('redeem_codes')
      .selectAll()
      .where('batch_id', '=', batch.id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', '').slice(0, 8));
    expect(await engine.call('/redeem-code/find', { code })).toMatchObject({ batchId: batch.id, status: 'unused' });
    expect(await engine.call('/redeem-code/reveal', { id: stored[0]?.id })).toMatchObject({ code });
  });

  it('can still be exported after their key could not be decrypted', async () => {
    const { id } = await generate({ count: 1 });
    const setKey = (code_key: unknown) =>
      engine.database.transaction((tx) =>
        withNamedTables(tx).updateTable('redeem_batches').set({ code_key }).where('id', '=', id).execute(),
      );
    const { code_key } = await engine.database.read
      .selectFrom('redeem_batches')
      .select('code_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await setKey('damaged');
    await expect(getCodes(id)).rejects.toThrow();
    await setKey(code_key);
    expect(await getCodes(id)).toHaveLength(1);
  });

  it('can be exported again when their file was cut off before its end', async () => {
    const batch = await generate({ count: 2 });
    const requested = { filters: { batchId: [batch.id] } };
    const as = { ...anAdmin, stepUpAt: engine.now };
    const { body } = (await engine.raw('/redeem-code/export', requested, { as })) as { body: Readable };
    body.destroy();
    const exportedAt = async () =>
      (await engine.call<{ exportedAt: unknown }>('/redeem-batch/get', { id: batch.id })).exportedAt;
    await expect.poll(exportedAt).toBeNull();
    expect(await getCodes(batch.id)).toHaveLength(2);
    await expect(getCodes(batch.id)).rejects.toMatchObject({ problem: 'stateConflict' });
  });

  it('are exported in the requested format; a filtered export is rejected and does not count', async () => {
    const { id } = await generate({ count: 2 });
    const batchId = [id];
    const unread: [Record<string, unknown>, string][] = [
      [{ filters: { batchId, status: ['unused'] } }, 'status'],
      [{ filters: { batchId }, keyword: 'A' }, 'keyword'],
      [{ filters: { batchId }, ids: [1] }, 'ids'],
      [{ filters: { batchId }, format: 'xls' }, 'format'],
      [{ filters: { batchId }, nothing: 1 }, 'nothing'],
    ];
    for (const [requested, field] of unread)
      await expect(exported(requested)).rejects.toMatchObject({
        detail: { errors: { [field]: [expect.any(String)] } },
      });
    const lines = (await exported({ filters: { batchId }, keyword: '', format: 'ndjson' })).trimEnd().split('\n');
    const codes = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(codes).toHaveLength(2);
    expect(codes[0]).toEqual({ id: expect.any(Number), code: expect.any(String), status: 'unused', expiresAt: null });
    await expect(use(await newUser(), String(codes[0]?.code))).resolves.toBeDefined();
  });

  it('can be shared by many users, each as often as allowed', async () => {
    const batch = await generate({ mode: 'shared', maxUses: 3, count: 1 });
    const [code = ''] = await getCodes(batch.id);
    const [first, second, third, fourth] = await Promise.all([newUser(), newUser(), newUser(), newUser()]);
    await use(first, code);
    expect(await getReason(use(first, code))).toBe('personLimit');
    await use(second, code);
    await use(third, code);
    expect(await getReason(use(fourth, code))).toBe('used');
  });

  it('are rejected with a reason when void, expired, unknown or mistyped', async () => {
    const batch = await generate({ count: 2, expiresAt: engine.now + 60_000 });
    const file = await exported({ filters: { batchId: [batch.id] } });
    expect(file).toContain(`unused,${new Date(engine.now + 60_000).toISOString().slice(0, 19)}Z`);
    const [code = '', other = ''] = codesIn(file);
    const userId = await newUser();
    const { id } = await engine.call<{ id: number }>('/redeem-code/find', { code: other });
    await engine.call('/redeem-code/void', { id, voidReason: 'leaked' });
    expect(await getReason(use(userId, other))).toBe('voided');
    engine.now += 61_000;
    expect(await getReason(use(userId, code))).toBe('expired');
    await engine.call('/redeem-batch/extend', { id: batch.id, expiresAt: engine.now + 60_000 });
    expect(await getReason(use(userId, code.replace(/.$/, code.endsWith('7') ? '8' : '7')))).toBe('check');
    expect(await getReason(use(userId, '0000'))).toBe('lookAlike');
    expect(await getReason(use(userId, code))).toBe('done');
  });

  it('can be deleted once they expired unused, one by one, in bulk and by batch, and not otherwise', async () => {
    const batch = await generate({ count: 6, expiresAt: engine.now + 60_000 });
    const [used = '', voided = ''] = await getCodes(batch.id);
    await use(await newUser(), used);
    const { id: voidedId } = await engine.call<{ id: number }>('/redeem-code/find', { code: voided });
    await engine.call('/redeem-code/void', { id: voidedId, voidReason: 'leaked' });
    const list = async () =>
      (await engine.call<{ items: { id: number }[] }>('/redeem-code/list', { filters: { batchId: [batch.id] } })).items;
    const ids = (await list()).map(({ id }) => id);
    const clear = () => engine.call('/redeem-batch/clear-expired', { id: batch.id });
    expect([await clear(), (await list()).length]).toEqual([{ id: batch.id, cleared: 0 }, 6]);
    expect(await engine.call('/redeem-code/batch', { action: 'delete', ids })).toMatchObject({
      affected: 0,
      failed: 6,
    });
    engine.now += 61_000;
    const rest = ids.filter((id) => id !== voidedId).slice(0, 2);
    const bulk = await engine.call('/redeem-code/batch', { action: 'delete', ids: [...rest, voidedId] });
    expect(bulk).toMatchObject({ failed: rest.length + 1 - (bulk as { affected: number }).affected });
    const gone = (bulk as { affected: number }).affected;
    expect(await clear()).toEqual({ id: batch.id, cleared: 4 - gone });
    expect(await engine.call('/redeem-batch/stats', { id: batch.id })).toMatchObject({
      ...{ issued: 6, used: 1, voided: 1, unused: 0, cleared: 4, redemptions: 1 },
    });
    expect((await list()).length).toBe(2);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  it('either survive or grant nothing when they are redeemed while being deleted, and the counters of their batch stay right', async () => {
    const expiresAt = engine.now + 60_000;
    const batch = await generate({ count: 12, expiresAt });
    const codes = await getCodes(batch.id);
    const requested = { filters: { batchId: [batch.id] }, sort: [{ field: 'id', order: 'asc' }] };
    const { items } = await engine.call<{ items: { id: number; version: number }[] }>('/redeem-code/list', requested);
    const people = await Promise.all(codes.map(newUser));
    // The redemption starts in time, and is processed after the others have read their clocks.
    engine.now = expiresAt;
    const begun = codes.map((code, nth) => () => getReason(use(people[nth] ?? 0, code, expiresAt - 1)));
    const deleted = items.slice(0, 4).map((one) => () => engine.call('/redeem-code/delete', one).catch(() => null));
    const cleared = () => engine.call('/redeem-batch/clear-expired', { id: batch.id });
    const order = [...begun.slice(0, 2), ...deleted.slice(0, 3), ...begun.slice(2, 6), cleared, ...begun.slice(6)];
    const ended = await Promise.all([...order, ...deleted.slice(3)].map((work) => work()));
    const given = ended.filter((reason) => reason === 'done').length;
    expect(given).toBeGreaterThan(0);
    expect(ended.filter((reason) => reason === 'unknown')).toHaveLength(12 - given);
    expect(await engine.call('/redeem-batch/stats', { id: batch.id })).toMatchObject({
      ...{ issued: 12, used: given, unused: 0, cleared: 12 - given, redemptions: given, usesLeft: 0 },
    });
    expect((await verifyLedger(engine.database)).filter((result) => !result.ok)).toEqual([]);
  });

  it('become void with their batch unless they were used', async () => {
    const batch = await generate({ count: 5 });
    const [code = ''] = await getCodes(batch.id);
    const userId = await newUser();
    await use(userId, code);
    expect(await engine.call('/redeem-batch/void-batch', { id: batch.id, reason: 'leaked on a forum' })).toMatchObject({
      status: 'voided',
      voided: 4,
      used: 1,
    });
  });

  it('cannot be restored from a void batch, and a code restored earlier cannot be redeemed', async () => {
    const batch = await generate({ count: 3 });
    const [code = '', other = ''] = await getCodes(batch.id);
    const [first, second] = await Promise.all(
      [code, other].map(async (one) => (await engine.call<{ id: number }>('/redeem-code/find', { code: one })).id),
    );
    await engine.call('/redeem-code/void', { id: first, voidReason: 'leaked' }, { key: `void ${batch.id}` });
    await engine.call('/redeem-code/restore', { id: first });
    await engine.call('/redeem-code/void', { id: first, voidReason: 'leaked' }, { key: `again ${batch.id}` });
    await engine.call(
      '/redeem-batch/void-batch',
      { id: batch.id, reason: 'leaked on a forum' },
      { key: `all ${batch.id}` },
    );
    const rejected = { problem: 'stateConflict', detail: { data: { state: 'voided' } } };
    for (const id of [first, second])
      await expect(engine.call('/redeem-code/restore', { id })).rejects.toMatchObject(rejected);
    const set = { action: 'restore', ids: [first, second], params: {} };
    expect(await engine.call('/redeem-code/batch', set)).toMatchObject({ affected: 0, failed: 2 });
    for (const key of [`void ${batch.id}`, `again ${batch.id}`, `all ${batch.id}`])
      await expect(engine.call('/undo/call', { key })).rejects.toMatchObject({ problem: 'stateConflict' });
    const { items } = await engine.call<{ items: { status: string }[] }>('/redeem-code/list', {
      filters: { batchId: [batch.id] },
    });
    expect(items.map(({ status }) => status)).toEqual(['voided', 'voided', 'voided']);
    await engine.database.transaction((tx) =>
      tx.updateTable('redeem_codes').set({ status: 'unused' }).where('id', '=', Number(second)).execute(),
    );
    expect(await getReason(use(await newUser(), other))).toBe('voided');
  });

  it('are locked before their batch when voiding, like when redeeming', async () => {
    const { id } = await generate({ count: 1 });
    const { database } = engine;
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { voiding } = await database.transaction(async (tx) => {
      const codes = tx.selectFrom('redeem_codes').select('id').where('batch_id', '=', id);
      await (kind === 'postgres' ? codes.forUpdate() : codes).execute();
      const call = engine.call('/redeem-batch/void-batch', { id, reason: 'leaked on a forum' });
      if (kind === 'postgres') {
        await expect.poll(async () => (await isWaiting.execute(database.read)).rows.length).toBeGreaterThan(0);
        await sql`select id from redeem_batches where id = ${id} for update nowait`.execute(tx);
      }
      return { voiding: call };
    });
    expect(await voiding).toMatchObject({ status: 'voided', voided: 1 });
  });

  it('are rejected in an inconsistent batch', async () => {
    await expect(generate({ kind: 'coin', coin: 0 })).rejects.toMatchObject({ problem: 'invalid' });
    await expect(generate({ compute: 5 })).rejects.toMatchObject({ problem: 'invalid' });
    await expect(generate({ maxUses: 5 })).rejects.toMatchObject({ problem: 'invalid' });
    await expect(generate({ expiresAt: engine.now - 1 })).rejects.toMatchObject({ problem: 'invalid' });
    await expect(generate({ count: 100_001 })).rejects.toMatchObject({ problem: 'invalid' });
  });

  it('grant exactly once each when 200 concurrent calls compete for 100 codes', async () => {
    const codes = await getCodes((await generate({ count: 100 })).id);
    const people = await Promise.all(Array.from({ length: 20 }, newUser));
    /** Two users request each code one right after the other, so that only the lock on the code decides. */
    const prompt = async (at: number): Promise<unknown> => {
      const work = use(people[at % 20] ?? 0, codes[Math.floor(at / 2)] ?? '');
      // Retries while the server is busy, like every client.
      const outcome = await getReason(
        work.catch((error: unknown) =>
          Promise.reject(isBusy(error) ? new ApiError('busy', { data: { reason: 'busy' } }) : error),
        ),
      );
      return outcome === 'busy' ? prompt(at) : outcome;
    };
    const isBusy = (error: unknown) => engine.database.dialect.isBusy(error);
    const requests = Array.from({ length: 200 }, (_, at) => prompt(at));
    const outcomes = await Promise.all(requests);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(100);
    expect((await verifyLedger(engine.database)).filter((result) => !result.ok)).toEqual([]);
  }, 60_000);
});
