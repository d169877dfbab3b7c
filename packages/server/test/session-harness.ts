import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  catalogue,
  createTranslator,
  fullAccess,
  type Locale,
  memoizePer,
  type Role,
  type SettingsDefinition,
  type SignInAnswer,
} from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US';
import { words as zh } from '@gantry/core/words/zh-CN';
import { pino } from 'pino';
import { insertAdmin } from '../src/modules/auth/admin-rows.ts';
import { captchaAlphabet, createCaptchas } from '../src/modules/auth/captcha/captcha.ts';
import { signInWidget } from '../src/modules/auth/captcha/check-captcha.ts';
import {
  createPasswordHasher,
  type HashCost,
  type PasswordHasher,
} from '../src/modules/auth/password/password-hash.ts';
import { createAuthenticator } from '../src/modules/auth/session-authenticator.ts';
import type { SessionDeps } from '../src/modules/auth/session-deps.ts';
import { type SignInInput, signIn } from '../src/modules/auth/sign-in.ts';
import { createAuditTrail } from '../src/platform/audit/audit-trail.ts';
import type { Caller } from '../src/platform/context/context.ts';
import type { CallRequest } from '../src/platform/http/call.ts';
import { createPermissionTable } from '../src/platform/http/permission-table.ts';
import { createOutboundClient, createOutboundPolicy } from '../src/platform/outbound/index.ts';
import { openKeyring } from '../src/platform/secrets/keyring.ts';
import { createSettingsReader } from '../src/platform/settings/settings-reader.ts';
import type { Database } from '../src/platform/store/database.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const password = 'six violet kettles argue daily';
const table = createPermissionTable(catalogue);
/** The cost of a hash in tests, where hashes need no protection. */
const cheap: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** A clock that only the test moves. */
export interface TestClock {
  now: number;
}

/** The session module over a real database, as one server process has it. */
export interface Harness {
  readonly deps: SessionDeps;
  readonly clock: TestClock;
  readonly testDatabase: TestDatabase;
  /** Number of passwords verified against a real hash. */
  readonly verified: () => number;
  /** The same module in a second process, with its own connection and caches; `onQuery` receives its queries. */
  extra(onQuery?: (sql: string) => void): Promise<SessionDeps>;
  drop(): Promise<void>;
}

function countingHasher(hasher: PasswordHasher) {
  let verified = 0;
  const counting: PasswordHasher = {
    ...hasher,
    verify: (stored, given) => {
      verified += 1;
      return hasher.verify(stored, given);
    },
  };
  return { hasher: counting, verified: () => verified };
}

async function getNeeds(
  database: Database,
  folder: string,
  clock: () => number,
  hasher: PasswordHasher,
  settingsPages: readonly SettingsDefinition[],
): Promise<SessionDeps> {
  const keyring = await openKeyring(database, { given: undefined, folder });
  const sink = { read: async () => [], write: async () => {} };
  const audit = createAuditTrail({ database, key: keyring.key('audit'), clock, sink });
  const settings = createSettingsReader({ database, definitions: settingsPages, keyring, clock });
  const log = pino({ level: 'silent' });
  const captchas = createCaptchas({ database, keyring, clock });
  const pages = { ...catalogue, settings: settingsPages };
  const hosted = signInWidget({ settings, outbound: createOutboundClient({ policy: createOutboundPolicy(settings) }) });
  return { catalogue: pages, database, audit, clock, log, keyring, settings, hasher, captchas, hosted };
}

export async function openSessionHarness(
  kind: 'sqlite' | 'postgres',
  settingsPages: readonly SettingsDefinition[] = catalogue.settings,
): Promise<Harness> {
  const testDatabase = await createTestDatabase(kind);
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-room-'));
  const clock: TestClock = { now: Date.UTC(2026, 5, 1) };
  const counting = countingHasher(createPasswordHasher({ depth: 200, cost: cheap }));
  const read = () => clock.now;
  const deps = await getNeeds(testDatabase.database, folder, read, counting.hasher, settingsPages);
  const others: Database[] = [];
  return {
    deps,
    clock,
    testDatabase,
    verified: counting.verified,
    async extra(onQuery) {
      const other = openDatabase(testDatabase.place, { waitMs: 60_000, ...(onQuery ? { onQuery } : {}) });
      others.push(other);
      return getNeeds(other, folder, read, counting.hasher, settingsPages);
    },
    async drop() {
      for (const other of others) await other.close();
      await testDatabase.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const translators = { 'zh-CN': createTranslator('zh-CN', zh), 'en-US': createTranslator('en-US', en) };

function request(ip = '198.51.100.7', locale: Locale = 'en-US') {
  return { via: 'web', ip, requestId: 'test', locale, t: translators[locale] } as const;
}

/** A caller who is not signed in. */
export function visitor(ip?: string, locale?: Locale): Caller {
  return {
    ...request(ip, locale),
    actor: { id: 0, name: '', role: '', permissionSet: [] },
    sessionId: null,
    stepUpAt: null,
  };
}

let hashed: Promise<string> | null = null;

/** Creates an admin with the test password, which is hashed only once. */
export async function addAdmin({ database, hasher, clock }: SessionDeps, username: string, role: Role = 'admin') {
  hashed ??= hasher.hash(password);
  const secret = { hash: await hashed, length: password.length };
  const values = { username, name: `Name of ${username}`, role, permissionSet: fullAccess };
  const row = await database.transaction((tx) => insertAdmin(tx, database, values, secret, { by: null, at: clock() }));
  return Number(row.id);
}

export function tryToSignIn(
  deps: SessionDeps,
  input: Partial<SignInInput>,
  caller: Caller = visitor(),
): Promise<SignInAnswer> {
  const full = { username: 'mei', password, captchaId: '', captchaCode: '', captchaToken: '', totp: '', ...input };
  return signIn(deps, caller, full, 'vitest');
}

/** One per process, as in a server. */
const authenticatorOf = memoizePer(createAuthenticator);

/** Returns the caller for a token and one call; rejects as the server would. */
export function callerOf(deps: SessionDeps, token: string, path = '/data_panel', ip?: string): Promise<Caller> {
  const permission = table.get(path);
  if (!permission) throw new Error(`no call ${path}`);
  return authenticatorOf(deps).authenticate(token, request(ip), permission);
}

/** Signs in and returns the caller for the next call. */
export async function signedIn(deps: SessionDeps, username: string, ip?: string): Promise<Caller & { token: string }> {
  const { token } = await tryToSignIn(deps, { username }, visitor(ip));
  return { ...(await callerOf(deps, token, '/info', ip)), token };
}

/** Creates a call as a handler receives it, without what only the network layer knows. */
export function callBy(caller: Caller, body: unknown, idempotencyKey: string | null = null): CallRequest {
  return { caller, body, idempotencyKey } as CallRequest;
}

/** Returns the characters of a captcha image by trying its stored hash, which is the only way. */
export async function solve({ database, keyring }: SessionDeps, captchaId: string): Promise<string> {
  const rows = await database.read.selectFrom('captchas').selectAll().execute();
  const macs = new Set(rows.map((row) => row.answer_mac));
  const all = [...captchaAlphabet];
  for (const a of all)
    for (const b of all)
      for (const c of all)
        for (const d of all) {
          const answer = a + b + c + d;
          if (macs.has(keyring.mac('session', 'captcha', captchaId, answer))) return answer;
        }
  throw new Error('no answer fits');
}

/** Returns the error of a rejected call. */
export async function rejection(work: Promise<unknown>): Promise<{ problem: string; detail: Record<string, unknown> }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'problem' in error && 'detail' in error)
      return { problem: String(error.problem), detail: error.detail as Record<string, unknown> };
    throw error;
  }
  return { problem: 'none', detail: {} };
}
