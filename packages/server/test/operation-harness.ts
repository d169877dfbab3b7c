import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { catalogue } from '@gantry/core';
import { agentsModule } from '../src/modules/agents/index.ts';
import { verifyAudit } from '../src/modules/auth/verify-audit.ts';
import { chatsModule } from '../src/modules/chats/index.ts';
import { clientsModule } from '../src/modules/clients/index.ts';
import { contentModule } from '../src/modules/content/index.ts';
import { creationsModule } from '../src/modules/creations/index.ts';
import { ledgerModule } from '../src/modules/ledger/index.ts';
import { moderationModule } from '../src/modules/moderation/index.ts';
import { createWordList, type WordList } from '../src/modules/moderation/word-list.ts';
import { rewardsModule } from '../src/modules/rewards/index.ts';
import { riskModule } from '../src/modules/risk/index.ts';
import { createChecks } from '../src/modules/server-modules.ts';
import { createUserOperations } from '../src/modules/users/admin-actions.ts';
import { hideErasedUsers } from '../src/platform/audit/hide-erased-users.ts';
import { createOutboundClient } from '../src/platform/outbound/index.ts';
import { type Keyring, openKeyring, type Sealing } from '../src/platform/secrets/keyring.ts';
import { createSettingsReader, type SettingsReader } from '../src/platform/settings/settings-reader.ts';
import { createTestEngine, type TestEngine } from './test-engine.ts';

export interface OperationHarness extends Omit<TestEngine, 'now'> {
  readonly engine: TestEngine;
  readonly settings: SettingsReader;
  readonly keyring: Keyring;
  /** Saves values of a settings group; the page defaults to the system page. */
  set(group: string, values: Readonly<Record<string, unknown>>, page?: string): Promise<void>;
}

/** Creates the engine with the operations and checks of content, news and users over an empty database. */
export async function createOperationHarness(kind: 'sqlite' | 'postgres'): Promise<OperationHarness> {
  const made: { settings?: SettingsReader; wordList?: WordList; keyring?: Keyring } = {};
  const known = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('not ready yet');
    return value;
  };
  // The engine opens the database after it has received the operations.
  const settings: SettingsReader = {
    read: (page, group) => known(made.settings).read(page, group),
    secret: (page, group, field) => known(made.settings).secret(page, group, field),
    purge: () => known(made.settings).purge(),
  };
  const later: Sealing = {
    seal: (place, value) => known(made.keyring).seal(place, value),
    open: (place, sealed) => known(made.keyring).open(place, sealed),
    mac: (purpose, ...parts) => known(made.keyring).mac(purpose, ...parts),
  };
  const wordList: WordList = {
    getLatest: () => known(made.wordList).getLatest(),
    getRecent: () => known(made.wordList).getRecent(),
  };
  const outbound = createOutboundClient({ policy: async () => ({ publicHosts: [], privateHosts: [] }) });
  const operations = {
    ...agentsModule.actions(),
    ...chatsModule.actions({ settings }),
    ...creationsModule.actions({ settings }),
    ...moderationModule.actions({ settings, wordList }),
    ...contentModule.actions({ settings }),
    ...clientsModule.actions({ keyring: later, outbound }),
    ...ledgerModule.actions(),
    ...rewardsModule.actions({ settings }),
    ...createUserOperations({ settings, keyring: later }),
    ...riskModule.actions(),
    'auditLog/verify': verifyAudit,
  };
  const shows = { auditLog: hideErasedUsers };
  const engine = await createTestEngine(kind, { operations, checks: createChecks(), presenters: shows });
  const { database, services } = engine;
  const keyring = await openKeyring(database, { given: randomBytes(32).toString('base64'), folder: tmpdir() });
  made.keyring = keyring;
  made.settings = createSettingsReader({ database, definitions: catalogue.settings, keyring, clock: services.clock });
  made.wordList = createWordList(database);
  const set = async (group: string, values: Readonly<Record<string, unknown>>, page = 'system') => {
    const row = { page, group_name: group, version: 1, content: JSON.stringify(values), updated_at: 1 };
    await database.transaction((tx) =>
      tx
        .insertInto('settings')
        .values({ ...row, updated_by: null })
        .onConflict((conflict) => conflict.columns(['page', 'group_name']).doUpdateSet({ content: row.content }))
        .execute(),
    );
    settings.purge();
  };
  return { ...engine, engine, settings, keyring, set };
}
