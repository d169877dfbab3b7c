import { adminSession, admin as definition, fullAccess } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addAdmin,
  callBy,
  callerOf,
  type Harness,
  openSessionHarness,
  password,
  rejection,
  signedIn,
  tryToSignIn,
  visitor,
} from '../../../test/session-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import type { Caller } from '../../platform/context/context.ts';
import { createActHandler } from '../../platform/engine/act.ts';
import { createBatchHandler } from '../../platform/engine/batch/batch.ts';
import { createHandler } from '../../platform/engine/create.ts';
import { deleteHandler } from '../../platform/engine/delete.ts';
import { createPlan, type Engine } from '../../platform/engine/engine.ts';
import { listHandler } from '../../platform/engine/list.ts';
import { updateHandler } from '../../platform/engine/update.ts';
import { Accepted } from '../../platform/http/call.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { createAdminOperations } from './admin-actions.ts';
import { createToken } from './session-routes.ts';

const plan = createPlan(definition);
const sessionPlan = createPlan(adminSession);

/** Creates the calls of the resource as the server registers them. */
function createCalls({ deps }: Harness) {
  const engine: Engine = { services: deps, operations: createAdminOperations(deps), checks: {}, sealer: undefined };
  const getHandler = (name: string) => {
    if (name === 'sessions') return listHandler(engine, sessionPlan);
    if (name === 'create') return createHandler(engine, plan);
    if (name === 'list') return listHandler(engine, plan);
    if (name === 'update') return updateHandler(engine, plan);
    if (name === 'delete') return deleteHandler(engine, plan);
    if (name === 'batch') return createBatchHandler(engine, plan);
    const acted = name === 'revoke' ? sessionPlan : plan;
    const action = acted.actions.get(name);
    if (!action) throw new Error(`no action ${name}`);
    return createActHandler(engine, acted, action);
  };
  return (caller: Caller, name: string, body: object, key: string | null = null) =>
    getHandler(name)(callBy(caller, body, key));
}

describe.each(databaseKinds)('admins on %s', (kind) => {
  let space: Harness;
  let call: ReturnType<typeof createCalls>;
  beforeEach(async () => {
    space = await openSessionHarness(kind);
    call = createCalls(space);
  });
  afterEach(() => space.drop());
  const getRow = async (id: number) =>
    space.deps.database.read.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();
  const usable = async () => {
    const rows = await space.deps.database.read.selectFrom('admins').selectAll().where('role', '=', 'admin').execute();
    return rows.filter((row) => row.status === 'active').length;
  };
  async function two(): Promise<{ mei: Caller & { token: string }; wei: Caller & { token: string } }> {
    await addAdmin(space.deps, 'mei');
    await addAdmin(space.deps, 'wei');
    return { mei: await signedIn(space.deps, 'mei'), wei: await signedIn(space.deps, 'wei', '192.0.2.2') };
  }

  it('makes a user who has to change the generated password', async () => {
    await addAdmin(space.deps, 'mei');
    const mei = await signedIn(space.deps, 'mei');
    const person = {
      username: 'li.na',
      password: 'two copper lanterns sing at noon',
      name: 'Li Na',
      role: 'user',
      permissionSet: fullAccess,
    };
    expect(
      (await rejection(call(mei, 'create', { ...person, password: 'li.na-li.na-2026' }))).detail.errors,
    ).toHaveProperty('password');
    const made = await call(mei, 'create', person);
    expect(made).toMatchObject({ username: 'li.na', role: 'user', status: 'active', mustChangePassword: true });
    expect(made).not.toHaveProperty('password');
    for (const username of ['li.na', 'Li.Na'])
      expect((await rejection(call(mei, 'create', { ...person, username }))).detail.errors).toHaveProperty('username');
    const version = Number((await getRow(1))?.version);
    const given = await call(mei, 'update', { id: 1, version, email: 'mei@example.com' });
    expect(given).toMatchObject({ email: 'mei@example.com' });
    const taken = call(mei, 'create', { ...person, username: 'other', email: 'MEI@example.com' });
    expect((await rejection(taken)).detail.errors).toHaveProperty('email');
    const { mustChangePassword } = await tryToSignIn(space.deps, { username: 'li.na', password: person.password });
    expect(mustChangePassword).toBe(true);
    const stored = JSON.stringify([
      await space.deps.database.read.selectFrom('audit_logs').selectAll().execute(),
      await space.deps.database.read.selectFrom('admins').selectAll().execute(),
    ]);
    expect(stored).not.toContain(person.password);
    expect(stored).not.toContain('argon2');
  });

  it.each(['disable', 'changeRole', 'delete', 'resetPassword', 'resetTwoFactor'])(
    'never %s themselves',
    async (name) => {
      const { mei } = await two();
      const { id } = mei.actor;
      const row = await getRow(id);
      const body = { id, version: row?.version, ...(name === 'changeRole' ? { role: 'user' } : {}) };
      expect(await rejection(call(mei, name, body))).toMatchObject({
        problem: 'denied',
        detail: { data: { self: true } },
      });
      expect(await getRow(id)).toEqual(row);
    },
  );

  it.each([
    ['disable', {}, 'signInNeeded'],
    ['changeRole', { role: 'user' }, 'sessionReplaced'],
    ['resetPassword', {}, 'signInNeeded'],
    ['resetTwoFactor', {}, 'sessionReplaced'],
    ['revokeSessions', {}, 'sessionReplaced'],
    ['delete', {}, 'signInNeeded'],
  ])('%s another, whose sessions and tokens are dead with the commit', async (name, more, cause) => {
    const { mei, wei } = await two();
    const script = await createToken(space.deps, callBy(wei, {}), { name: 'x', days: 1, readOnly: false });
    const version = name === 'delete' ? { version: (await getRow(wei.actor.id))?.version } : {};
    await call(mei, name, { id: wei.actor.id, ...version, ...more });
    const rejections = [wei.token, script.token].map(
      async (token) => (await rejection(callerOf(space.deps, token))).problem,
    );
    expect(await Promise.all(rejections)).toEqual([cause, cause]);
    expect((await rejection(callerOf(space.deps, mei.token))).problem).toBe('none');
    const log = await space.deps.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', name)
      .execute();
    expect(log).toMatchObject([{ actor_id: mei.actor.id, resource_id: wei.actor.id, result: 'ok' }]);
  });

  it('creates a temporary password that is shown once and valid for one sign-in', async () => {
    const { mei, wei } = await two();
    const answer = await call(mei, 'resetPassword', { id: wei.actor.id }, 'key-1');
    const { temporaryPassword } = answer as { temporaryPassword: string };
    const again = await call(mei, 'resetPassword', { id: wei.actor.id }, 'key-1');
    expect(again).toEqual({ id: wei.actor.id, username: 'wei' });
    const elsewhere = visitor('203.0.113.4');
    expect((await rejection(tryToSignIn(space.deps, { username: 'wei' }, elsewhere))).problem).toBe('wrongCredentials');
    const entered = await tryToSignIn(space.deps, { username: 'wei', password: temporaryPassword }, elsewhere);
    expect(entered.mustChangePassword).toBe(true);
    const tables = ['idempotency_keys', 'audit_logs', 'admin_credentials'];
    const { read } = space.deps.database;
    const dump = JSON.stringify(
      await Promise.all(tables.map((table) => withNamedTables(read).selectFrom(table).selectAll().execute())),
    );
    expect(dump).not.toContain(temporaryPassword);
  });

  it('adds an admin by name and permissions, with a password for one sign-in and required two-factor', async () => {
    await addAdmin(space.deps, 'mei');
    const mei = await signedIn(space.deps, 'mei');
    const options = { username: 'li.na', permissionSet: ['orders'] };
    const answer = (await call(mei, 'invite', options, 'key-1')) as { id: number; temporaryPassword: string };
    expect(await call(mei, 'invite', options, 'key-1')).toEqual({ id: answer.id, username: 'li.na' });
    expect(await getRow(answer.id)).toMatchObject({
      ...{ name: 'li.na', role: 'user', permission_set: '["orders"]', require_two_factor: 1, must_change_password: 1 },
    });
    const entered = await tryToSignIn(space.deps, { username: 'li.na', password: answer.temporaryPassword });
    expect(entered.mustChangePassword).toBe(true);
    expect((await rejection(call(mei, 'invite', options))).detail.errors).toHaveProperty('username');
    const logs = await space.deps.database.read.selectFrom('audit_logs').selectAll().execute();
    expect(logs.map(({ action }) => action)).toContain('invite');
    expect(JSON.stringify(logs)).not.toContain(answer.temporaryPassword);
  });

  it('does not reset passwords in bulk, where the new ones would not be shown', async () => {
    const { mei, wei } = await two();
    const answer = await call(mei, 'batch', { action: 'resetPassword', ids: [wei.actor.id] });
    expect(answer).toBeInstanceOf(Accepted);
    expect((await rejection(tryToSignIn(space.deps, { username: 'wei' }, visitor('203.0.113.5')))).problem).toBe(
      'none',
    );
  });

  it('requires identity confirmation on every path', async () => {
    const { mei, wei } = await two();
    space.clock.now += 5 * 60_000 + 1;
    const stale = await callerOf(space.deps, mei.token);
    const doors: [string, object][] = [
      ['disable', { id: wei.actor.id }],
      ['changeRole', { id: wei.actor.id, role: 'user' }],
      ['resetPassword', { id: wei.actor.id }],
      ['delete', { id: wei.actor.id, version: 1 }],
      ['create', { username: 'new', password, name: 'New', role: 'admin', permissionSet: fullAccess }],
      ['batch', { action: 'disable', ids: [wei.actor.id] }],
      ['update', { id: wei.actor.id, version: 1, requireTwoFactor: true }],
    ];
    for (const [name, body] of doors)
      expect([name, (await rejection(call(stale, name, body))).problem]).toEqual([name, 'stepUpNeeded']);
    expect(await usable()).toBe(2);
  });

  it('unlocks an account that was locked by too many attempts', async () => {
    const { mei, wei } = await two();
    const from = visitor('203.0.113.6');
    for (let at = 0; at < 3; at += 1)
      await rejection(tryToSignIn(space.deps, { username: 'wei', password: 'x' }, from));
    expect((await rejection(tryToSignIn(space.deps, { username: 'wei' }, from))).problem).toBe('captchaNeeded');
    await call(mei, 'unlock', { id: wei.actor.id });
    expect((await rejection(tryToSignIn(space.deps, { username: 'wei', password }, from))).problem).toBe('none');
  });

  it("rejects changes to admins with more permissions and to one's own two-factor, on every path", async () => {
    const { mei, wei } = await two();
    const id = wei.actor.id;
    const update = async (by: Caller, of: Caller, values: object) =>
      call(by, 'update', { id: of.actor.id, version: (await getRow(of.actor.id))?.version, ...values });
    await update(mei, wei, { requireTwoFactor: true });
    expect(await rejection(update(mei, mei, { requireTwoFactor: true }))).toMatchObject({
      ...{ problem: 'denied', detail: { data: { self: true } } },
    });
    await update(wei, mei, { permissionSet: ['admins'] });
    const narrowed = { ...mei, actor: { ...mei.actor, permissionSet: ['admins'] } };
    const before = await getRow(id);
    for (const [name, body] of [
      ['update', { id, version: before?.version, requireTwoFactor: false }],
      ['update', { id, version: before?.version, email: 'mine@example.com' }],
      ['update', { id, version: before?.version, jobName: 'intern' }],
      ['unlock', { id }],
      ['revokeSessions', { id }],
    ] as const)
      expect([name, (await rejection(call(narrowed, name, body))).problem]).toEqual([name, 'denied']);
    for (const more of [
      { action: 'update', params: { requireTwoFactor: false } },
      { action: 'unlock' },
      { action: 'revokeSessions' },
    ]) {
      const answer = await call(narrowed, 'batch', { ...more, ids: [id] });
      expect((answer as Accepted).data).toMatchObject({ affected: 0, failed: 1 });
    }
    expect(await getRow(id)).toEqual(before);
    const third = await addAdmin(space.deps, 'third');
    await call(wei, 'disable', { id: third });
    expect((await rejection(call(narrowed, 'enable', { id: third }))).problem).toBe('denied');
    const many = (await call(narrowed, 'batch', { action: 'enable', ids: [third] })) as Accepted;
    expect(many.data).toMatchObject({ affected: 0, failed: 1 });
    expect((await getRow(third))?.status).toBe('disabled');
    // Ended sessions would answer differently from what must still be set up.
    expect((await rejection(callerOf(space.deps, wei.token))).problem).toBe('denied');
    await update(narrowed, mei, { jobName: 'auditor' });
    expect((await rejection(call(narrowed, 'revoke', { id: wei.sessionId }))).problem).toBe('denied');
    expect(await call(narrowed, 'revokeSessions', { id: mei.actor.id })).toEqual({ ended: 0 });
  });

  it('lists each session and token of another admin, and ends a single one', async () => {
    const { mei, wei } = await two();
    const script = await createToken(space.deps, callBy(wei, {}), { name: 'x', days: 1, readOnly: true });
    type Sessions = { items: { id: number; kind: string; status: string }[] };
    const sessions = async () =>
      ((await call(mei, 'sessions', { filters: { adminId: [wei.actor.id] } })) as Sessions).items;
    const before = await sessions();
    expect(before.map(({ kind, status }) => [kind, status])).toEqual([
      ['token', 'live'],
      ['session', 'live'],
    ]);
    expect(JSON.stringify(before)).not.toMatch(/hash/i);
    const of = (wanted: string) => before.find((one) => one.kind === wanted)?.id;
    expect(await call(mei, 'revoke', { id: of('session') })).toMatchObject({ status: 'ended', revokedCause: 'ended' });
    expect((await rejection(callerOf(space.deps, wei.token))).problem).toBe('sessionReplaced');
    expect((await rejection(callerOf(space.deps, script.token))).problem).toBe('none');
    expect((await rejection(call(mei, 'revoke', { id: of('session') }))).problem).toBe('stateConflict');
    expect((await sessions()).map(({ status }) => status)).toEqual(['live', 'ended']);
    expect((await rejection(call(mei, 'revoke', { id: mei.sessionId }))).problem).toBe('denied');
    expect((await rejection(callerOf(space.deps, mei.token))).problem).toBe('none');
  });

  it('filters admins by each field', async () => {
    const { mei, wei } = await two();
    const { version } = (await getRow(wei.actor.id)) ?? {};
    await call(mei, 'update', { id: wei.actor.id, version, permissionSet: ['orders', 'ai'] });
    const found = async (...permissionSet: unknown[]) => {
      const answer = (await call(mei, 'list', { filters: { permissionSet } })) as { items: { id: number }[] };
      return answer.items.map(({ id }) => id).sort();
    };
    expect(await found('ai')).toEqual([wei.actor.id]);
    expect(await found('news', 'orders')).toEqual([wei.actor.id]);
    expect(await found('news')).toEqual([]);
    expect(await found('all')).toEqual([mei.actor.id]);
    expect(await found(null)).toEqual([]);
    expect(await found('all', 'ai')).toEqual([mei.actor.id, wei.actor.id].sort());
    expect(Object.keys((await rejection(found(['ai']))).detail.errors ?? {})).toEqual(['filters.permissionSet.0']);
  });

  it('does not count an admin with an empty or read-only permission set as one with full access', async () => {
    const { mei, wei } = await two();
    const store = (permissionSet: string | null) =>
      space.deps.database.transaction((tx) =>
        tx.updateTable('admins').set({ permission_set: permissionSet }).where('id', '=', wei.actor.id).execute(),
      );
    for (const stored of [null, '[]', '["all","readOnly"]', '["admins","orders"]']) {
      await store(stored);
      const { version } = (await getRow(mei.actor.id)) ?? {};
      const narrowed = call(wei, 'update', { id: mei.actor.id, version, permissionSet: ['orders'] });
      expect([stored, (await rejection(narrowed)).detail.data]).toEqual([stored, { state: 'lastAdmin' }]);
    }
    await store('["all"]');
    const { version } = (await getRow(mei.actor.id)) ?? {};
    await call(wei, 'update', { id: mei.actor.id, version, permissionSet: ['orders', 'readOnly'] });
    expect((await getRow(mei.actor.id))?.permission_set).toBe('["orders","readOnly"]');
  });

  it('sets the permissions of an admin or rejects them; an update, in bulk too, never empties them', async () => {
    const { mei, wei } = await two();
    const person = { username: 'li.na', password: 'two copper lanterns sing at noon', name: 'Li Na', role: 'user' };
    const getErrors = async (work: Promise<unknown>) => Object.keys((await rejection(work)).detail.errors ?? {});
    for (const permissionSet of [undefined, null, [], ['readOnly']]) {
      const given = permissionSet === undefined ? {} : { permissionSet };
      expect(await getErrors(call(mei, 'create', { ...person, ...given }))).toEqual(['permissionSet']);
      expect(await getErrors(call(mei, 'invite', { username: 'li.na', ...given }))).toEqual(['permissionSet']);
    }
    const { version } = (await getRow(wei.actor.id)) ?? {};
    for (const permissionSet of [null, [], ['readOnly']]) {
      expect(await getErrors(call(mei, 'update', { id: wei.actor.id, version, permissionSet }))).toEqual([
        'permissionSet',
      ]);
      const bulk = call(mei, 'batch', { action: 'update', params: { permissionSet }, ids: [wei.actor.id] });
      const answer = await bulk.then(
        (sent) => (sent as Accepted).data,
        () => ({ affected: 0 }),
      );
      expect(answer).toMatchObject({ affected: 0 });
    }
    expect((await getRow(wei.actor.id))?.permission_set).toBe('["all"]');
  });

  it('keeps one admin with full access when two restrict each other concurrently', async () => {
    const { mei, wei } = await two();
    const narrow = async (by: Caller, { actor: { id } }: Caller) =>
      call(by, 'update', { id, version: (await getRow(id))?.version, permissionSet: ['orders'] });
    await Promise.allSettled([narrow(mei, wei), narrow(wei, mei)]);
    const sets = [mei, wei].map(async ({ actor }) => (await getRow(actor.id))?.permission_set ?? null);
    expect((await Promise.all(sets)).sort()).toEqual(['["all"]', '["orders"]']);
    const log = await space.deps.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'update')
      .where('result', '=', 'ok')
      .execute();
    expect(log).toHaveLength(1);
  });

  it('keep one usable admin when they are disabled one by one or in bulk', async () => {
    const { mei, wei } = await two();
    await call(mei, 'disable', { id: wei.actor.id });
    expect((await rejection(call(wei, 'disable', { id: mei.actor.id }))).problem).toBe('denied');
    await call(mei, 'enable', { id: wei.actor.id });
    const answer = await call(mei, 'batch', { action: 'disable', ids: [mei.actor.id, wei.actor.id] });
    expect((answer as Accepted).data).toMatchObject({ affected: 1, failed: 1 });
    expect(await usable()).toBe(1);
  });
});

describe.each(databaseKinds)('the last admin on %s', (kind) => {
  it('remains active, however many admins demote, disable and delete each other concurrently', async () => {
    const space = await openSessionHarness(kind);
    const call = createCalls(space);
    const { database } = space.deps;
    const people = await Promise.all(['a.one', 'b.two', 'c.three', 'd.four'].map((name) => addAdmin(space.deps, name)));
    const caller = (id: number): Caller => ({
      ...visitor(),
      actor: { id, name: `${id}`, role: 'admin', permissionSet: fullAccess },
      sessionId: null,
      stepUpAt: space.clock.now,
    });
    let won = 0;
    try {
      for (let round = 0; round < 60; round += 1) {
        const sharedNetwork = people.slice(0, 2 + (round % 3));
        await database.transaction(async (tx) => {
          await tx.updateTable('admins').set({ status: 'active', role: 'user' }).execute();
          await tx.updateTable('admins').set({ role: 'admin' }).where('id', 'in', sharedNetwork).execute();
        });
        const attacks = sharedNetwork.flatMap((id, at) => {
          const victim = sharedNetwork[(at + 1) % sharedNetwork.length] ?? 0;
          const one =
            (round + at) % 2 === 0
              ? call(caller(id), 'changeRole', { id: victim, role: 'user' })
              : call(caller(id), 'disable', { id: victim });
          return [
            one,
            call(caller(id), 'batch', { action: 'disable', ids: sharedNetwork.filter((other) => other !== id) }),
          ];
        });
        const done = await Promise.allSettled(attacks);
        won += done.filter(({ status }) => status === 'fulfilled').length;
        const left = await database.read
          .selectFrom('admins')
          .select('id')
          .where('status', '=', 'active')
          .where('role', '=', 'admin')
          .execute();
        expect(left.length, `round ${round}`).toBeGreaterThanOrEqual(1);
      }
      expect(won).toBeGreaterThan(60);
    } finally {
      await space.drop();
    }
  });
});
