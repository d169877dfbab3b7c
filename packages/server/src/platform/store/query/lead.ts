import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Condition, isIndexed, isOneValue, type Narrowing, toCondition } from './conditions.ts';
import type { Order } from './order.ts';

/** Records up to here are gathered along a filter's index and sorted; more are met along the list's order. */
const gatherCap = 20_000;
/** Most values of one filter that are read as one walk each. */
const maxBranches = 20;

/** How the filters of a list are read: whose index leads, and what is looked at on the way. */
export interface Lead {
  readonly conditions: readonly Condition[];
  /** One walk a value of this filter, read side by side. */
  readonly branch: Narrowing | null;
  /** Whether the walk may pass many rows of which few match. */
  readonly isBroad: boolean;
}

const isSeveral = ({ values }: Narrowing) => values !== null && values.length > 1 && values.length <= maxBranches;

async function weigh(database: Database, table: string, narrowed: Narrowing): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from ${sql.table(table)} t
    where ${toCondition(narrowed)} limit ${sql.lit(gatherCap + 1)}) found`.execute(database.read);
  return rows[0]?.count ?? 0;
}

/** PostgreSQL knows its values; it is only shown that several values are several walks. */
function leadOfPostgres(narrowed: readonly Narrowing[]): Lead {
  const [only] = narrowed;
  const branch = narrowed.length === 1 && only && isSeveral(only) ? only : null;
  const rest = narrowed.filter((one) => one !== branch);
  return { conditions: rest.map((one) => toCondition(one)), branch, isBroad: false };
}

/**
 * SQLite does not know how common a value is, so each filter is weighed by its index first: the lightest leads, and the
 * others are kept from leading. A filter of a list of choices has no index, and never leads.
 */
async function leadOfSqlite(
  database: Database,
  table: string,
  order: Order,
  narrowed: readonly Narrowing[],
): Promise<Lead> {
  const [only] = narrowed;
  if (only && narrowed.length === 1 && (isOneValue(only) || isSeveral(only))) return leadOfPostgres(narrowed);
  const weights: { one: Narrowing; weight: number }[] = [];
  for (const one of narrowed.filter(isIndexed)) weights.push({ one, weight: await weigh(database, table, one) });
  const [lightest] = weights.sort((a, b) => a.weight - b.weight);
  if (!lightest) return { conditions: narrowed.map((one) => toCondition(one)), branch: null, isBroad: true };
  const isLight = lightest.weight <= gatherCap;
  const leads = isLight || isOneValue(lightest.one) || lightest.one.column === order.column ? lightest.one : null;
  const branch = !isLight && leads && isSeveral(leads) ? leads : null;
  const rest = narrowed.filter((one) => one !== branch);
  return { conditions: rest.map((one) => toCondition(one, one !== leads)), branch, isBroad: !isLight };
}

export async function findLead(
  database: Database,
  table: string,
  order: Order,
  narrowed: readonly Narrowing[],
): Promise<Lead> {
  if (database.kind === 'postgres') return leadOfPostgres(narrowed);
  return leadOfSqlite(database, table, order, narrowed);
}
