import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { type Captured, type CaptureRequest, captureHold } from '../src/modules/ledger/capture-hold.ts';
import { debit } from '../src/modules/ledger/debit.ts';
import { grant } from '../src/modules/ledger/grant.ts';
import type { NewLot } from '../src/modules/ledger/lots.ts';
import { type HoldRequest, placeHold, type StoredHold } from '../src/modules/ledger/place-hold.ts';
import type { Asset } from '../src/modules/ledger/posting.ts';
import { releaseHold } from '../src/modules/ledger/release-hold.ts';
import { insertUser } from '../src/modules/users/register-user.ts';
import type { SweepDeps } from '../src/platform/jobs/sweep.ts';
import type { Database } from '../src/platform/store/database.ts';
import type { TxContext } from '../src/platform/store/tx-context.ts';
import { listViolations } from './ledger-violations.ts';
import { createTestDatabase } from './test-database.ts';

const operator = { kind: 'system', id: null } as const;
const minute = 60_000;

/** A ledger over an empty database, with each operation in its own transaction. */
export interface Books {
  readonly database: Database;
  /** SQL texts of the statements run so far. */
  readonly statements: readonly string[];
  /** The current time for the ledger, UTC ms. */
  now: number;
  /** Dependencies of the scheduled jobs. */
  readonly rounds: SweepDeps;
  newUser(): Promise<number>;
  grant(userId: number, asset: Asset, amount: number, lot?: Partial<NewLot>): Promise<number>;
  debit(userId: number, asset: Asset, amount: number): Promise<unknown>;
  hold(request: Partial<HoldRequest> & Pick<HoldRequest, 'userId' | 'amount'>): Promise<StoredHold>;
  capture(no: string, amount: number, rest?: Partial<CaptureRequest>): Promise<Captured>;
  release(no: string): Promise<StoredHold>;
  wallet(userId: number, asset: Asset): Promise<{ balance: number; held: number; debt: number }>;
  /** Returns the violations that `ledger verify` reports. */
  broken(): Promise<string[]>;
  drop(): Promise<void>;
}

export async function createLedgerHarness(kind: 'sqlite' | 'postgres'): Promise<Books> {
  const { database, statements, drop } = await createTestDatabase(kind);
  const inScope = <T>(work: (scope: TxContext) => Promise<T>) =>
    database.transaction((tx) => work({ tx, dialect: database.dialect, at: books.now }));
  const cause = () => ({ transactionId: `test:${randomUUID()}`, cause: 'gift', causeId: 'test', operator }) as const;
  const books: Books = {
    database,
    statements,
    now: Date.UTC(2026, 0, 1),
    rounds: { database, clock: () => books.now, log: pino({ level: 'silent' }) },
    newUser: async () => {
      const values = { username: randomUUID() };
      const row = await database.transaction((tx) => insertUser(tx, database, values, { by: null, at: books.now }));
      return Number(row.id);
    },
    grant: async (userId, asset, amount, lot = {}) => {
      const given = { source: 'gift', sourceId: null, expiresAt: null, ...lot } as const;
      const granted = await inScope((scope) => grant(scope, { userId, asset, amount, lot: given }, cause()));
      return granted?.lotId ?? 0;
    },
    debit: (userId, asset, amount) => inScope((scope) => debit(scope, { userId, asset, amount }, cause())),
    hold: (request) =>
      inScope((scope) =>
        placeHold(scope, {
          asset: 'coin',
          capability: 'chat',
          requestId: randomUUID(),
          ttlMs: 30 * minute,
          ...request,
        }),
      ),
    capture: (no, amount, rest = {}) =>
      inScope((scope) => captureHold(scope, { no, amount, operator, debtLimit: 0, ...rest })),
    release: (no) => inScope((scope) => releaseHold(scope, no)),
    wallet: async (userId, asset) => {
      const row = await database.read
        .selectFrom('wallets')
        .select(['balance', 'held', 'debt'])
        .where('user_id', '=', userId)
        .where('asset', '=', asset)
        .executeTakeFirst();
      return { balance: row?.balance ?? 0, held: row?.held ?? 0, debt: row?.debt ?? 0 };
    },
    broken: () => listViolations(database),
    drop,
  };
  return books;
}
