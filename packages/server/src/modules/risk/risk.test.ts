import { randomUUID } from 'node:crypto';
import { ApiError, type RiskEvent, type RiskKind, type RiskRestriction } from '@gantry/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createOperationHarness } from '../../../test/operation-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { aUser, type TestEngine } from '../../../test/test-engine.ts';
import type { SweepDeps } from '../../platform/jobs/sweep.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { expireRestrictions, isChallenge, listRestrictions, recordPass } from './restrictions.ts';
import { type RiskDeps, watchRisks } from './watch-risks.ts';

const minute = 60_000;

describe.each(databaseKinds)('risk rules on %s', (kind) => {
  let engine: TestEngine;
  let deps: RiskDeps & SweepDeps;
  let letCaptchas: (forClients: boolean) => Promise<void>;
  beforeAll(async () => {
    const space = await createOperationHarness(kind);
    engine = space.engine;
    const { keyring, settings } = space;
    deps = { ...engine.services, keyring, settings };
    letCaptchas = (forClients) => space.set('captcha', { forClients }, 'extensions');
  });
  afterAll(() => engine.drop());
  /** Moves time so that the records of one test are outside the windows of the next, and disables the rules of earlier tests. */
  beforeEach(async () => {
    engine.now += 30 * 24 * 60 * minute;
    await engine.database.transaction(async (tx) => {
      await tx.updateTable('risk_rules').set({ status: 'disabled' }).execute();
      await tx.updateTable('wallets').set({ balance: 0, debt: 0 }).execute();
      await tx.updateTable('risk_restrictions').set({ status: 'over' }).execute();
    });
  });

  const insert = (table: string, values: Readonly<Record<string, unknown>>) =>
    engine.database.transaction((tx) => withNamedTables(tx).insertInto(table).values(values).execute());
  const newUser = async (registerIp: string | null = null) => {
    const { id } = await engine.call<{ id: number }>('/user/create', { username: randomUUID() });
    const set = { register_ip: registerIp };
    await engine.database.transaction((tx) => tx.updateTable('users').set(set).where('id', '=', id).execute());
    return id;
  };
  const stamps = () => ({ created_at: engine.now, updated_at: engine.now });
  const spend = (userId: number, credits: number) =>
    insert('usage_records', {
      ...{ request_id: randomUUID(), user_id: userId, capability: 'chat', asset: 'coin', status: 'success' },
      ...{ charged_amount: credits, stream: 0, day: '2026-01-01', created_at: engine.now },
    });
  const violate = (userId: number) =>
    insert('violation_logs', { user_id: userId, source: 'chat', handled: 'open', ...stamps() });
  const signIn = (userId: number, network: string) =>
    insert('sign_logs', {
      ...{ user_id: userId, sign_date: new Date(engine.now).toISOString().slice(0, 10), make_up: 0, risk: 'none' },
      ...{ status: 'granted', network_hash: network, ...stamps() },
    });
  const guess = (userId: number) =>
    insert('attempts', { kind: 'redeem', subject: String(userId), created_at: engine.now });
  const owe = (userId: number, debt: number) =>
    insert('wallets', { user_id: userId, asset: 'coin', balance: -debt, debt, created_at: engine.now });

  const newRule = (values: { readonly kind: RiskKind; readonly threshold: number } & Record<string, unknown>) =>
    engine.call<{ id: number }>('/risk-rule/create', { name: randomUUID(), ...values }).then(({ id }) => ({ id }));
  const events = async (rule: { readonly id: number }) => {
    const { items } = await engine.call<{ items: { id: number }[] }>('/risk-event/list', {
      filters: { ruleId: [rule.id] },
    });
    return Promise.all(items.map(({ id }) => engine.call<RiskEvent & { id: number }>('/risk-event/get', { id })));
  };
  const status = async (id: number) => (await engine.call('/user/get', { id })).status;
  const getFields = (work: Promise<unknown>) =>
    work.then(
      () => [],
      (error: unknown) => {
        if (error instanceof ApiError) return Object.keys(error.detail.errors ?? {});
        throw error;
      },
    );

  const ways: Readonly<Record<RiskKind, (id: number, times: number) => Promise<void>>> = {
    registrations: async (id, times) => {
      const at = { register_ip: `198.51.100.${id % 250}` };
      await engine.database.transaction((tx) => tx.updateTable('users').set(at).where('id', '=', id).execute());
      for (let nth = 1; nth < times; nth += 1) await newUser(at.register_ip);
    },
    signIns: async (id, times) => {
      await signIn(id, `network of ${id}`);
      for (let nth = 1; nth < times; nth += 1) await signIn(await newUser(), `network of ${id}`);
    },
    redeemFailures: async (id, times) => {
      for (let nth = 0; nth < times; nth += 1) await guess(id);
    },
    spending: async (id, times) => {
      for (let nth = 0; nth < times; nth += 1) await spend(id, 1);
    },
    violations: async (id, times) => {
      for (let nth = 0; nth < times; nth += 1) await violate(id);
    },
    debt: (id, times) => owe(id, times).then(() => undefined),
  };

  test.each(Object.keys(ways) as RiskKind[])(
    '%s: finds subjects that reach the threshold and no others',
    async (what) => {
      const rule = await newRule({ kind: what, threshold: 3 });
      const [below, at, above] = [await newUser(), await newUser(), await newUser()];
      await ways[what](below, 2);
      await ways[what](at, 3);
      await ways[what](above, 4);
      const preview = await engine.call<{ found: number; suspects: { measured: number }[] }>(
        '/risk-rule/preview',
        rule,
        {
          as: aUser,
        },
      );
      expect(preview).toMatchObject({ found: 2, suspects: [{ measured: 4 }, { measured: 3 }] });
      expect(await events(rule)).toEqual([]);

      expect(await watchRisks(deps)).toBe(2);
      const found = await events(rule);
      expect(found.map(({ measured }) => measured).sort()).toEqual([3, 4]);
      expect(found.every((event) => event.status === 'open' && event.actionTaken === 'flag')).toBe(true);
      const isShared = what === 'registrations' || what === 'signIns';
      for (const event of found) {
        expect(event.people).toBe(isShared ? event.measured : 1);
        expect(Array.isArray(event.involved)).toBe(isShared);
        expect(event).not.toHaveProperty('subject');
      }
      if (!isShared) expect(found.map(({ userId }) => userId).sort()).toEqual([at, above].sort());
      expect(await engine.call('/risk-rule/get', rule)).toMatchObject({ hitCount: 2, version: 1 });
    },
  );

  it('reports a match once: an open event is updated, and a closed one is not repeated within the window', async () => {
    const rule = await newRule({ kind: 'violations', threshold: 2, windowMinutes: 60 });
    const person = await newUser();
    await ways.violations(person, 2);
    expect(await watchRisks(deps)).toBe(1);
    await violate(person);
    expect(await watchRisks(deps)).toBe(0);
    // A rule is evaluated at most once per sixtieth of its window.
    expect((await events(rule))[0]).toMatchObject({ measured: 2, version: 1 });
    engine.now += minute;
    expect(await watchRisks(deps)).toBe(0);
    const [event] = await events(rule);
    expect(event).toMatchObject({ measured: 3, version: 1 });
    await engine.call('/risk-event/ignore', { id: event?.id, note: 'a misunderstanding' });
    engine.now += minute;
    await violate(person);
    expect(await watchRisks(deps)).toBe(0);
    engine.now += 59 * minute;
    await ways.violations(person, 2);
    expect(await watchRisks(deps)).toBe(1);
    expect((await events(rule)).map((one) => one.status).sort()).toEqual(['ignored', 'open']);
  });

  it('evaluates every rule although one of them fails', async () => {
    const [broken, rule] = [
      await newRule({ kind: 'debt', threshold: 1 }),
      await newRule({ kind: 'violations', threshold: 1 }),
    ];
    const unknown = { kind: 'unknown' };
    await engine.database.transaction((tx) =>
      withNamedTables(tx).updateTable('risk_rules').set(unknown).where('id', '=', broken.id).execute(),
    );
    await violate(await newUser());
    expect(await watchRisks(deps)).toBe(1);
    expect(await events(rule)).toHaveLength(1);
  });

  it('bans temporarily if the rule says so, and does not change existing bans', async () => {
    const rule = await newRule({ kind: 'spending', threshold: 10, action: 'freeze', freezeHours: 2 });
    const [person, banned] = [await newUser(), await newUser()];
    await engine.call('/user/ban', { id: banned, banReason: 'for good, by hand' });
    for (const id of [person, banned]) await spend(id, 10);
    expect(await watchRisks(deps)).toBe(2);
    expect(await engine.call('/user/get', { id: person })).toMatchObject({
      ...{ status: 'banned', banUntil: engine.now + 120 * minute, tokenVersion: 2 },
    });
    expect(await engine.call('/user/get', { id: banned })).toMatchObject({ banReason: 'for good, by hand' });
    const taken = (await events(rule)).map(({ userId, actionTaken }) => [userId, actionTaken]);
    expect(new Map(taken as [number, string][])).toEqual(
      new Map([
        [person, 'freeze'],
        [banned, 'flag'],
      ]),
    );
  });

  const restrictions = async () => {
    const { items } = await engine.call<{ items: RiskRestriction[] }>('/risk-restriction/list', {
      filters: { status: ['active'] },
    });
    return items;
  };
  const onPerson = (id: number) =>
    listRestrictions(engine.database.read, [{ target: 'person', subject: String(id) }], engine.now);

  it('requires a captcha once per window, until it ends or an admin lifts it', async () => {
    const terms = { kind: 'violations', threshold: 1, windowMinutes: 60, action: 'captcha', freezeHours: 3 } as const;
    const person = await newUser();
    await violate(person);
    await newRule({ ...terms, action: 'flag' });
    const rule = await newRule(terms);
    await letCaptchas(false);
    await watchRisks(deps);
    expect([(await events(rule))[0]?.actionTaken, await onPerson(person)]).toEqual(['flag', []]);

    await letCaptchas(true);
    const other = await newUser();
    await violate(other);
    engine.now += minute;
    await watchRisks(deps);
    const [mine] = await restrictions();
    expect(mine).toMatchObject({ measure: 'captcha', target: 'person', userId: other, releasedUntil: null });
    expect(mine?.until).toBe(engine.now + 180 * minute);
    const [on] = await onPerson(other);
    expect(on && isChallenge(on, engine.now)).toBe(true);
    await engine.database.transaction((tx) => recordPass(tx, on ? [on] : [], engine.now));
    const [passed] = await onPerson(other);
    const requested = [59, 60].map((minutes) => passed && isChallenge(passed, engine.now + minutes * minute));
    expect(requested).toEqual([false, true]);

    await expect(engine.call('/risk-restriction/revoke', { id: mine?.id }, { as: aUser })).rejects.toThrow(ApiError);
    await engine.call('/risk-restriction/revoke', { id: mine?.id, note: 'it was her' });
    expect(await onPerson(other)).toEqual([]);
    expect(await expireRestrictions(engine.services)).toBe(0);
  });

  it('restricts a user again who continues while the event is open, not counting earlier or lifted actions', async () => {
    const terms = { kind: 'violations', threshold: 2, windowMinutes: 600, action: 'limit', freezeHours: 1 } as const;
    const rule = await newRule(terms);
    const [person, spared] = [await newUser(), await newUser()];
    for (const id of [person, spared]) await ways.violations(id, 2);
    expect(await watchRisks(deps)).toBe(2);
    const of = async (id: number) => (await restrictions()).find(({ userId }) => userId === id);
    await engine.call('/risk-restriction/revoke', { id: (await of(spared))?.id });
    engine.now += 61 * minute;
    expect([await watchRisks(deps), await onPerson(person)]).toEqual([0, []]);
    for (const id of [person, spared]) await ways.violations(id, 2);
    engine.now += 11 * minute;
    expect(await watchRisks(deps)).toBe(1);
    expect([(await onPerson(person)).length, (await onPerson(spared)).length]).toEqual([1, 0]);
    const until = engine.now + 60 * minute;
    const event = (await events(rule)).find(({ userId }) => userId === person);
    expect(event).toMatchObject({ status: 'open', renewals: 1, actedAt: engine.now, actsUntil: until, version: 1 });
    engine.now += 11 * minute;
    expect([await watchRisks(deps), (await events(rule)).length]).toEqual([0, 2]);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  it('restricts a user again whose debt has grown, and not for the same debt', async () => {
    const rule = await newRule({ kind: 'debt', threshold: 5, action: 'limit', freezeHours: 1 });
    const [person, same] = [await newUser(), await newUser()];
    for (const id of [person, same]) await owe(id, 6);
    expect(await watchRisks(deps)).toBe(2);
    engine.now += 3 * 60 * minute;
    expect(await watchRisks(deps)).toBe(0);
    await engine.database.transaction((tx) =>
      tx.updateTable('wallets').set({ debt: 7, balance: -7 }).where('user_id', '=', person).execute(),
    );
    engine.now += 3 * 60 * minute;
    expect(await watchRisks(deps)).toBe(1);
    expect([(await onPerson(person)).length, (await onPerson(same)).length]).toEqual([1, 0]);
    expect((await events(rule)).map(({ renewals }) => renewals).sort()).toEqual([0, 1]);
  });

  it('bans a user again who continues while the event is open, unless the ban was lifted', async () => {
    const rule = await newRule({ kind: 'spending', threshold: 10, action: 'freeze', freezeHours: 1 });
    const [person, pardoned] = [await newUser(), await newUser()];
    for (const id of [person, pardoned]) await spend(id, 10);
    expect(await watchRisks(deps)).toBe(2);
    await engine.call('/user/unban', { id: pardoned });
    engine.now += 60 * minute;
    for (const id of [person, pardoned]) await spend(id, 10);
    expect(await watchRisks(deps)).toBe(1);
    expect(await engine.call('/user/get', { id: person })).toMatchObject({
      ...{ status: 'banned', banUntil: engine.now + 60 * minute, tokenVersion: 3 },
    });
    expect([await status(pardoned), (await events(rule)).map(({ renewals }) => renewals).sort()]).toEqual([
      'active',
      [0, 1],
    ]);
  });

  it('restricts a shared network and not its users, and ends in time', async () => {
    await letCaptchas(true);
    await newRule({ kind: 'registrations', threshold: 2, action: 'captcha', freezeHours: 1 });
    await newRule({ kind: 'debt', threshold: 5, action: 'limit', freezeHours: 2 });
    const person = await newUser();
    await ways.registrations(person, 2);
    await owe(person, 5);
    await watchRisks(deps);
    const found = (await restrictions()).map(({ measure, target, userId }) => [measure, target, userId]);
    expect(found.sort()).toEqual([
      ['captcha', 'address', null],
      ['limit', 'person', person],
    ]);
    expect(JSON.stringify(await restrictions())).not.toContain('198.51.100.');
    engine.now += 60 * minute;
    expect(await expireRestrictions(engine.services)).toBe(1);
    expect((await restrictions()).map(({ measure }) => measure)).toEqual(['limit']);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  it('bans all users of an event by hand and closes it', async () => {
    const rule = await newRule({ kind: 'signIns', threshold: 3 });
    const person = await newUser();
    await ways.signIns(person, 3);
    await watchRisks(deps);
    const [event] = await events(rule);
    const involved = (event?.involved ?? []) as readonly { readonly userId: number }[];
    const people = involved.map(({ userId }) => userId);
    expect(people).toHaveLength(3);
    const ban = { id: event?.id, banReason: 'one person, three accounts' };
    expect(await getFields(engine.call('/risk-event/ban-people', { id: event?.id }))).toEqual(['banReason']);
    await expect(engine.call('/risk-event/ban-people', ban, { as: aUser })).rejects.toThrow(ApiError);
    expect(await engine.call('/risk-event/ban-people', ban)).toEqual({ id: event?.id, banned: 3 });
    for (const id of people) expect(await status(id)).toBe('banned');
    expect((await events(rule))[0]).toMatchObject({ status: 'handled', note: ban.banReason });
    await expect(engine.call('/risk-event/ban-people', ban)).rejects.toThrow(ApiError);
    expect((await engine.audit.verify()).ok).toBe(true);
  });

  it('rejects a rule that bans a shared network or looks further back than the retention, in every client', async () => {
    const sharedNetwork = { name: 'a crowd', kind: 'registrations', threshold: 3, action: 'freeze' } as const;
    expect(await getFields(newRule(sharedNetwork))).toEqual(['action']);
    expect(await getFields(newRule({ ...sharedNetwork, action: 'limit' }))).toEqual(['action']);
    expect(await getFields(newRule({ kind: 'redeemFailures', threshold: 3, windowMinutes: 1441 }))).toEqual([
      'windowMinutes',
    ]);
    const { id } = await newRule({ ...sharedNetwork, action: 'flag' });
    const bulk = { action: 'update', ids: [id], params: { action: 'freeze' } };
    expect(await engine.call('/risk-rule/batch', bulk)).toMatchObject({ affected: 0, failed: 1 });
    const rows = [{ line: 1, values: { ...sharedNetwork, name: 'another' } }];
    expect(await engine.call('/risk-rule/import', { rows })).toMatchObject({ created: 0, failed: 1 });
  });
});
