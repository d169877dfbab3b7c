import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperationHarness } from '../../../test/operation-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, callerNamed, type TestEngine } from '../../../test/test-engine.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Tx } from '../../platform/store/database.ts';
import { captureHold } from '../ledger/capture-hold.ts';
import { placeHold } from '../ledger/place-hold.ts';
import { liftDueBans } from './ban.ts';
import { readIdCard, sealOldNames } from './real-name.ts';

describe.each(databaseKinds)('user actions on %s', (kind) => {
  let engine: TestEngine;
  let keyring: Keyring;
  beforeAll(async () => {
    const space = await createOperationHarness(kind);
    engine = space.engine;
    keyring = space.keyring;
    await space.set('billing', { adjustMax: 1000 });
  });
  afterAll(() => engine.drop());

  const newUser = async (values = {}) =>
    Number((await engine.call('/user/create', { username: randomUUID(), ...values })).id);
  const user = (id: number) => engine.call('/user/get', { id });
  const adjust = (id: number, amount: unknown, rest = {}, key = randomUUID()) =>
    engine.call('/user/adjust-balance', { id, asset: 'coin', amount, reason: 'for a test', ...rest }, { key });
  const rejection = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof ApiError) return error;
    throw error ?? new Error('it was not refused');
  };

  test('finds users by any of their tags, compared in full and literally', async () => {
    const mark = randomUUID();
    const tagged = async (...tags: string[]) => newUser({ remark: mark, tags: tags.map((tag) => `${mark} ${tag}`) });
    const [one, two] = [await tagged('VIP', '50%_"off"'), await tagged('vip', '测试')];
    const found = async (...tags: (string | null)[]) => {
      const filters = { tags: tags.map((tag) => (tag === null ? null : `${mark} ${tag}`)) };
      const { items } = await engine.call<{ items: { id: number }[] }>('/user/list', { filters });
      return items.map(({ id }) => id).sort((a, b) => a - b);
    };
    expect(await found('VIP')).toEqual([one]);
    expect(await found('50%_"off"')).toEqual([one]);
    expect(await found('50%_')).toEqual([]);
    expect(await found('测试', 'VIP')).toEqual([one, two]);
    const untagged = await newUser();
    expect(await found(null)).toContain(untagged);
    expect(await found(null)).not.toContain(one);
  });

  test('encrypts verified identities and reports other users with the same card', async () => {
    const card = '44052418800101001';
    const idCard = card + '0123456789X'.split('').find((digit) => readIdCard(card + digit) !== null);
    const papers = { realName: '欧阳娜娜', idCard };
    const [one, two] = [await newUser(), await newUser()];
    const wrong = engine.call('/user/verify', {
      id: one,
      ...papers,
      idCard: card + (idCard.endsWith('0') ? '1' : '0'),
    });
    expect(Object.keys((await rejection(wrong)).detail.errors ?? {})).toEqual(['idCard']);
    expect(await engine.call('/user/verify', { id: one, ...papers })).toEqual({ id: one, others: 0 });
    expect(await engine.call('/user/verify', { id: two, ...papers })).toEqual({ id: two, others: 1 });
    expect(await user(one)).toMatchObject({
      verified: true,
      realNameMask: '欧**',
      idCardMask: `***${idCard.slice(-4)}`,
    });
    const stored = await engine.database.read.selectFrom('users').selectAll().where('id', '=', one).executeTakeFirst();
    const logged = await engine.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('resource_id', '=', one)
      .execute();
    expect(JSON.stringify([stored, logged])).not.toMatch(new RegExp(`娜娜|${card}`));
    expect(await engine.call('/user/reveal-name', { id: one })).toMatchObject(papers);
    await engine.call('/user/unverify', { id: one });
    expect(await user(one)).toMatchObject({ verified: false, realNameMask: null, idCardMask: null });
    expect((await rejection(engine.call('/user/reveal-name', { id: one }))).problem).toBe('stateConflict');
    expect(await engine.call('/user/list', { filters: { verified: [true] } })).toMatchObject({ items: [{ id: two }] });
  });

  test('encrypts names that were stored in plain text before', async () => {
    const id = await newUser();
    const plain = { real_name: '司马光' };
    await engine.database.transaction((tx) => tx.updateTable('users').set(plain).where('id', '=', id).execute());
    const seal = { database: engine.database, keyring };
    for (let times = 0; times < 2; times += 1) await sealOldNames(seal);
    expect(await user(id)).toMatchObject({ realNameMask: '司**', verified: false });
    // The log contains them too but no longer shows them; its entry is not changed.
    const old = {
      resource: 'user',
      resourceId: id,
      action: 'update',
      before: {},
      after: { realName: '司马光', kind: 'tester' },
    };
    await engine.database.transaction((tx) => engine.audit.append(tx, null, old));
    const { items } = await engine.call<{ items: { id: number }[] }>('/audit-log/list', {
      filters: { resource: ['user'] },
    });
    const [latest] = items;
    expect(await engine.call('/audit-log/get', { id: latest?.id })).toMatchObject({ after: { kind: 'tester' } });
    expect(JSON.stringify(await engine.call('/audit-log/get', { id: latest?.id }))).not.toContain('司马光');
    expect((await engine.audit.verify()).ok).toBe(true);
    expect(await engine.call('/user/reveal-name', { id })).toMatchObject({ realName: '司马光', idCard: null });
  });

  test('gives every user an invite code, also on import', async () => {
    const rows = [1, 2].map((line) => ({ line, values: { username: `imported-${line}` } }));
    expect(await engine.call('/user/import', { rows })).toMatchObject({ created: 2, failed: 0 });
    const { items } = await engine.call<{ items: { id: number }[] }>('/user/list', { keyword: 'imported' });
    const codes = await Promise.all(items.map(async ({ id }) => (await user(id)).inviteCode));
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
    expect((await rejection(engine.call('/user/create', { username: 'imported-1' }))).detail.errors).toHaveProperty(
      'username',
    );
  });

  test('treats names and email addresses as equal in any case and width, in every client', async () => {
    const anna = await newUser({ username: 'Anna Ünal', email: 'Anna@Example.com' });
    const fields = async (work: Promise<unknown>) => Object.keys((await rejection(work)).detail.errors ?? {});
    expect(await fields(newUser({ username: 'ａｎｎａ üNAL' }))).toEqual(['username']);
    expect(await fields(newUser({ email: 'anna@EXAMPLE.com' }))).toEqual(['email']);
    const other = await newUser({ email: 'other@example.com' });
    const { version } = await user(other);
    expect(await fields(engine.call('/user/update', { id: other, version, email: 'ANNA@example.com' }))).toEqual([
      'email',
    ]);
    const bulk = { action: 'update', ids: [other], params: { email: 'ANNA@example.com' } };
    expect(await engine.call('/user/batch', bulk)).toMatchObject({ affected: 0, failed: 1 });
    const rows = [
      { line: 1, values: { username: 'ANNA ÜNAL', nickname: 'by import' } },
      { line: 2, values: { username: 'Bo Xin' } },
      { line: 3, values: { username: 'bo xin' } },
    ];
    expect(await engine.call('/user/import', { rows })).toMatchObject({ created: 1, failed: 2 });
    const [row] = rows;
    expect(await engine.call('/user/import', { rows: [row], onConflict: 'update' })).toMatchObject({ updated: 1 });
    expect(await user(anna)).toMatchObject({ username: 'Anna Ünal', nickname: 'by import' });
    const { version: now } = await user(anna);
    await engine.call('/user/update', { id: anna, version: now, email: 'ANNA@example.com' });
    await engine.call('/user/anonymize', { id: anna });
    expect(await user(await newUser({ username: 'anna ünal', email: 'anna@example.com' }))).toMatchObject({
      email: 'anna@example.com',
    });
  });

  test('changes users who had the same email address before there were keys', async () => {
    await newUser({ email: 'Shared@example.com' });
    const [username, email] = [randomUUID(), 'shared@EXAMPLE.com'];
    const id = await newUser({ username });
    // As stored before there were keys: equal except for case, and the later one without a key.
    await engine.database.transaction((tx) => tx.updateTable('users').set({ email }).where('id', '=', id).execute());
    const { version } = await user(id);
    expect(await engine.call('/user/update', { id, version, email })).toMatchObject({ version });
    expect(await engine.call('/user/update', { id, version, email, remark: 'a' })).toMatchObject({ remark: 'a' });
    const rows = [{ line: 1, values: { username, email, remark: 'b' } }];
    expect(await engine.call('/user/import', { rows, onConflict: 'update' })).toMatchObject({ updated: 1 });
    expect(await user(id)).toMatchObject({ email, remark: 'b' });
    const named = [{ line: 1, values: { username: username.toUpperCase(), nickname: 'c' } }];
    expect(await engine.call('/user/import', { rows: named, onConflict: 'update' })).toMatchObject({ updated: 1 });
    expect((await rejection(newUser({ username }))).detail.errors).toHaveProperty('username');
  });

  test('has no form field for the balance', async () => {
    const id = await newUser();
    const { version } = await user(id);
    const rejected = await rejection(engine.call('/user/update', { id, version, coinBalance: 5 }));
    expect(Object.keys(rejected.detail.errors ?? {})).toEqual(['coinBalance']);
  });

  test('adjusts credits once per key, with a permanent reason', async () => {
    const id = await newUser();
    const key = randomUUID();
    const [one, two] = [await adjust(id, 300, {}, key), await adjust(id, 300, {}, key)];
    expect(one).toEqual(two);
    expect(await adjust(id, -50)).toMatchObject({ balanceBefore: 300, balance: 250 });
    expect((await user(id)).coinBalance).toBe(250);
    const entries = await engine.call<{ items: object[] }>('/ledger-entry/list', { filters: { userId: [id] } });
    expect(entries.items).toMatchObject([
      { delta: -50, balanceAfter: 250, reason: 'for a test', operator: 'admin' },
      { delta: 300, balanceAfter: 300, cause: 'adminAdjust' },
    ]);
  });

  test.each([
    [0, 'amount'],
    [1001, 'amount'],
    [-1001, 'amount'],
    [1.5, 'amount'],
    ['5', 'amount'],
    [null, 'amount'],
  ])('rejects the adjustment %j', async (amount, field) => {
    const id = await newUser();
    expect(Object.keys((await rejection(adjust(id, amount))).detail.errors ?? {})).toEqual([field]);
  });

  test('rejects an adjustment without a reason, with an expiry in the past, or below the balance', async () => {
    const id = await newUser();
    await adjust(id, 10);
    expect((await rejection(adjust(id, 5, { reason: 'no' }))).detail.errors).toHaveProperty('reason');
    expect((await rejection(adjust(id, 5, { expiresAt: engine.now - 1 }))).detail.errors).toHaveProperty('expiresAt');
    expect(await rejection(adjust(id, -11))).toMatchObject({
      problem: 'insufficient',
      detail: { data: { available: 10, requested: 11 } },
    });
    expect((await user(id)).coinBalance).toBe(10);
  });

  test('previews an adjustment of one or several users', async () => {
    const id = await newUser();
    await adjust(id, 10);
    const look = (amount: number) => engine.call('/user/preview-balance', { id, asset: 'coin', amount });
    expect(await look(-4)).toMatchObject({ balanceBefore: 10, balance: 6, allowed: true });
    expect(await look(-11)).toMatchObject({ balance: 10, available: 10, allowed: false });
    const params = { asset: 'coin', amount: -4, reason: 'for a test' };
    const batch = { ids: [id], action: 'adjustBalance', params, dryRun: true };
    expect(await engine.call('/user/batch', batch)).toMatchObject({ affected: 1, failed: 0 });
    expect((await user(id)).coinBalance).toBe(10);
  });

  test('adjusts users in bulk with a result for each', async () => {
    const [rich, poor] = [await newUser(), await newUser()];
    await adjust(rich, 100);
    const params = { asset: 'coin', amount: -60, reason: 'for a test' };
    const answer = await engine.call<{ items: { code: number }[] }>('/user/batch', {
      ids: [rich, poor],
      action: 'adjustBalance',
      params,
    });
    expect(answer.items.map(({ code }) => code)).toEqual([20000, 40200]);
  });

  test('releases a stuck hold by hand once, after which it cannot be captured', async () => {
    const id = await newUser();
    await adjust(id, 100);
    const { database, services } = engine;
    const getScope = (tx: Tx) => ({ tx, dialect: database.dialect, at: services.clock() });
    const request = { userId: id, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 60 } as const;
    const hold = await database.transaction((tx) => placeHold(getScope(tx), { ...request, ttlMs: 60_000 }));
    const wallet = async () => {
      const { items } = await engine.call<{ items: object[] }>('/wallet/list', { filters: { userId: [id] } });
      return items;
    };
    expect(await wallet()).toMatchObject([{ asset: 'coin', balance: 100, held: 60 }]);
    const key = randomUUID();
    const release = (key: string) => engine.call('/hold/release', { id: hold.id }, { key });
    const released = await release(key);
    expect(released).toMatchObject({ no: hold.no, status: 'released' });
    expect(await release(key)).toEqual(released);
    expect((await rejection(release(randomUUID()))).problem).toBe('stateConflict');
    expect(await wallet()).toMatchObject([{ asset: 'coin', balance: 100, held: 0 }]);
    const capture = { no: hold.no, amount: 60, operator: { kind: 'service', id: 1 }, debtLimit: 0 } as const;
    const late = database.transaction((tx) => captureHold(getScope(tx), capture));
    expect((await rejection(late)).problem).toBe('stateConflict');
    expect(await engine.call('/ledger-entry/list', { filters: { userId: [id] } })).toMatchObject({ total: 1 });
  });

  test('bans users until a time and lifts the ban then', async () => {
    const id = await newUser();
    await engine.call('/user/ban', { id, banReason: 'it was spam', banUntil: engine.now + 1000 });
    expect(await user(id)).toMatchObject({ status: 'banned', banReason: 'it was spam' });
    expect(await liftDueBans(engine.services)).toBe(0);
    engine.now += 1000;
    expect(await liftDueBans(engine.services)).toBe(1);
    expect(await user(id)).toMatchObject({ status: 'active', banReason: null, banUntil: null });
    expect((await rejection(engine.call('/user/unban', { id }))).problem).toBe('stateConflict');
  });

  test('tags users and signs them out', async () => {
    const id = await newUser({ tags: ['a'] });
    await engine.call('/user/add-tags', { id, tags: ['b', 'a'] });
    expect(await engine.call('/user/remove-tags', { id, tags: ['a'] })).toMatchObject({ tags: ['b'] });
    expect(await engine.call('/user/revoke-sessions', { id })).toMatchObject({ tokenVersion: 2 });
  });

  test('erases users but not their ledger entries', async () => {
    const id = await newUser({ email: 'a@example.com', nickname: 'Somebody' });
    await adjust(id, 10);
    const gone = await engine.call('/user/anonymize', { id });
    expect(gone).toMatchObject({ username: `deleted-${id}`, email: null, nickname: null, status: 'deleted' });
    expect((await user(id)).coinBalance).toBe(10);
    expect((await engine.call<{ total: number }>('/user/list', { keyword: 'Somebody' })).total).toBe(0);
    expect((await rejection(adjust(id, 1))).problem).toBe('stateConflict');
  });

  test('keeps users erased, in every client', async () => {
    const id = await newUser({ email: `${randomUUID()}@example.com` });
    await newUser({ username: `Deleted-${id}` });
    await engine.call('/user/update', { id, version: 1, email: null }, { key: `clear-${id}` });
    const { username } = await engine.call('/user/anonymize', { id });
    const undone = await rejection(engine.call('/undo/call', { key: `clear-${id}` }));
    expect(Object.keys(undone.detail.errors ?? {})).toEqual(['status']);
    const updated = await rejection(engine.call('/user/update', { id, version: 3, nickname: 'Back' }));
    expect(Object.keys(updated.detail.errors ?? {})).toEqual(['status']);
    expect((await rejection(engine.call('/user/add-tags', { id, tags: ['x'] }))).problem).toBe('stateConflict');
    const rows = [{ line: 1, values: { username, remark: 'again' } }];
    expect(await engine.call('/user/import', { rows, onConflict: 'update' })).toMatchObject({ failed: 1 });
    const batch = { ids: [id], action: 'update', params: { remark: 'again' } };
    expect(await engine.call('/user/batch', batch)).toMatchObject({ failed: 1 });
    expect(await user(id)).toMatchObject({ email: null, nickname: null, remark: null, tags: null, version: 3 });
  });

  test('erases users from the log too, whose chain remains valid', async () => {
    const secret = `Secret-${randomUUID()}`;
    const keep = `Kept-${randomUUID()}`;
    const id = await newUser({ username: secret, nickname: secret, email: `${secret}@example.com` });
    const other = await newUser({ username: keep });
    await engine.call('/user/update', { id, version: 1, remark: secret, kind: 'tester' });
    const rows = [secret, keep].map((name, at) => ({
      line: at + 1,
      values: { username: `${name}-2`, nickname: name },
    }));
    await engine.call('/user/import', { rows });
    const batch = { ids: [id, other], action: 'update', params: { remark: 'the same for both' } };
    await engine.call('/user/batch', batch);
    type Entries = { readonly items: readonly { readonly id: number; readonly action: string }[] };
    const entries = async () =>
      (await engine.call<Entries>('/audit-log/list', { filters: { resource: ['user'] } })).items;
    const reported = async () => {
      const all = await entries();
      return JSON.stringify(await Promise.all(all.map((entry) => engine.call('/audit-log/get', { id: entry.id }))));
    };
    expect(await reported()).toContain(secret);
    const [update] = (await entries()).filter(({ action }) => action === 'update').slice(-1);
    const found = await engine.call<Entries>('/user/list', { keyword: secret });
    for (const one of found.items) await engine.call('/user/anonymize', { id: one.id });
    const after = await reported();
    expect([after.includes(secret), after.includes(keep), after.includes('tester')]).toEqual([false, true, true]);
    const body = { filters: { resource: ['user'] }, columns: ['before', 'after'], format: 'ndjson' };
    const exported = (await engine.raw('/audit-log/export', body)) as { readonly body: Readable };
    const text = (await exported.body.toArray()).join('');
    expect([text.includes(secret), text.includes(keep)]).toEqual([false, true]);
    expect(Object.keys(JSON.parse(String(text.split('\n')[0])))).toEqual(['before', 'after']);
    const version = await engine.call('/undo/version', { id: update?.id });
    expect(JSON.stringify(version)).not.toContain(secret);
    const stored = await engine.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('resource', '=', 'user')
      .execute();
    expect(JSON.stringify(stored)).toContain(secret);
    expect(await engine.audit.verify()).toMatchObject({ ok: true });
  });

  test('hides personal data from the role user', async () => {
    const id = await newUser({ email: `${randomUUID()}@example.com` });
    const seen = await engine.call('/user/get', { id }, { as: callerNamed('user', 2) });
    expect(seen).not.toHaveProperty('email');
    expect(await engine.call('/user/get', { id }, { as: anAdmin })).toHaveProperty('email');
  });
});
