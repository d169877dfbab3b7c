import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalogue } from '@gantry/core';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../test/fresh-database.ts';
import { anAdmin, freshEngine } from '../../../test/fresh-engine.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import { openKeyring } from '../../platform/secrets/keyring.ts';
import { runServiceWrite, type ServiceContext, type ServiceDeps } from '../../platform/service-api/service-context.ts';
import { createSettingsReader } from '../../platform/settings/settings-reader.ts';
import { grant } from '../ledger/grant.ts';
import { insertUser } from '../users/insert-user.ts';
import { createBillingHandlers } from './service-calls.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/** Maximum number of statements for a hold and its capture, besides `begin` and `commit`. */
const bounds = { sqlite: 20, postgres: 12 } as const;

describe.each(databaseKinds)('billing on %s', (kind) => {
  it(`takes at most ${bounds[kind]} statements for a hold and its capture`, async () => {
    const engine = await freshEngine(kind);
    cleanups.push(engine.drop);
    const folder = mkdtempSync(path.join(tmpdir(), 'gantry-count-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const { database, services, statements } = engine;
    const keyring = await openKeyring(database, { given: undefined, folder });
    const settings = createSettingsReader({
      database,
      definitions: catalogue.settings,
      keyring,
      clock: services.clock,
    });
    const { billingHold, billingCapture } = createBillingHandlers({
      ...services,
      keyring,
      settings,
      hourOf: createHourOf(),
    } as unknown as ServiceDeps);
    const userId = await database.transaction(async (tx) => {
      const { id } = await insertUser(tx, database, { username: 'payer' }, { by: null, at: engine.now });
      const scope = { tx, dialect: database.dialect, at: engine.now };
      const lot = { source: 'gift', sourceId: null, expiresAt: null } as const;
      const operator = { kind: 'system', id: null } as const;
      const cause = { transactionId: 'test', cause: 'gift', causeId: 'test', operator } as const;
      await grant(scope, { userId: Number(id), asset: 'coin', amount: 1_000, lot }, cause);
      return Number(id);
    });
    let calls = 0;
    const contextOf = (): ServiceContext => {
      calls += 1;
      const own = { client: 1, key: `key-${calls}`, path: '/billing', body: {} };
      const { locale, t, ip, requestId } = anAdmin;
      const caller = { id: 1, clientId: 'c', name: 'c', ip: ip ?? '', requestId: requestId ?? '', locale, t };
      return { caller, write: (work, keeps) => runServiceWrite(services, own, work, keeps), before: async () => null };
    };
    const pay = async (requestId: string) => {
      const use = { userId, requestId, capability: 'chat', asset: 'coin', amount: 5 } as const;
      const { holdNo } = await billingHold(use, contextOf());
      return billingCapture({ holdNo, amount: 3 }, contextOf());
    };
    await pay('first');
    const before = statements.length;
    expect(await pay('second')).toMatchObject({ charged: 3, balanceAfter: 994 });
    const run = statements.slice(before).filter((text) => !/^(begin|commit|start transaction)/.test(text));
    expect(run.length, run.join('\n')).toBeLessThanOrEqual(bounds[kind]);
  });
});
