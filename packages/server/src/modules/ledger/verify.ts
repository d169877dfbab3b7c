import { createFieldsSchema, type LedgerVerifyAnswer, type LocalizedText, ledgerCalls, localize } from '@gantry/core';
import { sql } from 'kysely';
import { recordIntegrityCheck } from '../../platform/audit/integrity-checks.ts';
import type { Services } from '../../platform/context/context.ts';
import { readBody } from '../../platform/engine/read-body.ts';
import type { RegisterCall } from '../../platform/http/call.ts';
import { type Database, type Reader, withNamedTables } from '../../platform/store/database.ts';
import { allInvariants, appendOnlyTables, type Invariant } from './invariants/index.ts';

/** Registers the endpoint that verifies the ledger. */
export function addLedgerCalls(register: RegisterCall, { database, clock }: Services): void {
  const { path, roles, input } = ledgerCalls.ledgerVerify;
  const schema = createFieldsSchema(input);
  // The check reads all tables, so requests that arrive while it runs share its result.
  let running: ReturnType<typeof verifyLedger> | null = null;
  const verifyAndRecord = async () => {
    const results = await verifyLedger(database);
    await recordIntegrityCheck(
      { database, clock },
      'ledger',
      results.every(({ ok }) => ok),
    );
    return results;
  };
  const verify = () => {
    running ??= verifyAndRecord().finally(() => {
      running = null;
    });
    return running;
  };
  register({ path, access: roles }, async ({ caller, body }): Promise<LedgerVerifyAnswer> => {
    readBody(schema, body, input, caller);
    const results = await verify();
    const invariants = results.map(({ no, words, ok, first }) => ({
      no,
      name: localize(words, caller.locale),
      ok,
      first,
    }));
    return { ok: results.every(({ ok }) => ok), checkedAt: clock(), invariants };
  });
}

export interface InvariantResult {
  readonly no: number;
  readonly words: LocalizedText;
  readonly ok: boolean;
  /** The first row that violates the invariant; null when it holds. */
  readonly first: string | null;
}

/** Checks every invariant of the ledger on a live database. Changes nothing and does not block writes. */
export async function verifyLedger(database: Database): Promise<InvariantResult[]> {
  const results = await database.readAtLength(checkInvariants);
  const open = await findFirstChangeable(database);
  const words = { zh: '流水与操作日志不可修改', en: 'Entries and audit records cannot be changed' };
  return [...results, { no: 13, words, ok: open === null, first: open }].sort((one, other) => one.no - other.no);
}

/** Checks the invariants that are queries, one after the other. */
export async function checkInvariants(read: Reader): Promise<InvariantResult[]> {
  const results: InvariantResult[] = [];
  for (const invariant of allInvariants) results.push(await checkInvariant(read, invariant));
  return results;
}

/**
 * Query for the first row that violates an invariant. All violations are materialized before the first is selected: otherwise
 * `limit 1` makes the planner choose a nested loop that is meant to stop early, but with no violations it never stops early.
 */
export function findFirstBroken({ broken }: Pick<Invariant, 'broken'>) {
  return sql<{ detail: string }>`
    with broken as materialized (${sql.raw(broken)}) select detail from broken order by id limit 1`;
}

async function checkInvariant(read: Reader, invariant: Invariant): Promise<InvariantResult> {
  const { no, words } = invariant;
  const { rows } = await findFirstBroken(invariant).execute(read);
  const first = rows[0]?.detail ?? null;
  return { no, words, ok: first === null, first };
}

/** Thrown to roll back an update that the database should have rejected. */
class Changed extends Error {}

/** Tries an update without effect in each append-only table, which the database must reject. Returns the first that allows it. */
async function findFirstChangeable(database: Database): Promise<string | null> {
  for (const table of appendOnlyTables) if (await isChangeable(database, table)) return table;
  return null;
}

async function isChangeable(database: Database, table: string): Promise<boolean> {
  const last = await withNamedTables(database.read)
    .selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return false;
  return database
    .transaction(async (tx) => {
      await withNamedTables(tx).updateTable(table).set({ id: last.id }).where('id', '=', last.id).execute();
      throw new Changed();
    })
    .catch((error: unknown) => {
      if (database.dialect.isBusy(error)) throw error;
      return error instanceof Changed;
    });
}
