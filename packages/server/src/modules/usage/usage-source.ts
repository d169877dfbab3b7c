import type { UsageDimension } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import { usageSums } from '../ledger/index.ts';
import type { UsageRange } from './usage-query.ts';

/** Which usage is selected; 0 means no model or key. */
export interface UsageFilters {
  readonly user: number | null;
  readonly model: number | null;
  readonly key: number | null;
  readonly capability: string | null;
  readonly status: string | null;
  /** Minimum credits that a use was charged. */
  readonly least: number | null;
}

/** Filters that are dimensions, which sums may contain. */
const dimensions = ['user', 'model', 'key', 'capability'] as const satisfies readonly UsageDimension[];

/** Whether only the single records have the requested data. */
export const requiresRecords = ({ status, least }: UsageFilters) => status !== null || least !== null;

/** The column of each dimension in every source. */
export const columnOf: Readonly<Record<UsageDimension, string>> = {
  day: 'day',
  hour: 'hour',
  user: 'user_id',
  model: 'model_id',
  key: 'api_key_id',
  capability: 'capability',
};

const emptyAsNone: Readonly<Record<string, RawBuilder<unknown>>> = {
  model_id: sql`coalesce(model_id, 0)`,
  api_key_id: sql`coalesce(api_key_id, 0)`,
};
const getColumn = (name: string) => sql`${sql.ref(name)}`;
const getRecordColumn = (name: string) => emptyAsNone[name] ?? getColumn(name);

/** How each sum is computed from a single record. */
const recordSums: Readonly<Record<(typeof usageSums)[number], RawBuilder<unknown>>> = {
  requests: sql`1`,
  success: sql`case when status = 'success' then 1 else 0 end`,
  failed: sql`case when status = 'failed' then 1 else 0 end`,
  prompt_tokens: sql`prompt_tokens`,
  completion_tokens: sql`completion_tokens`,
  units: sql`units`,
  charged_coin: sql`case when asset = 'coin' then charged_amount else 0 end`,
  charged_compute: sql`case when asset = 'compute' then charged_amount else 0 end`,
  upstream_cost: sql`upstream_cost`,
};

interface Table {
  readonly from: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
}

/** Returns the smallest table of sums that covers the query; null when only the single records do. */
function getSumsFor(
  named: ReadonlySet<UsageDimension>,
  { first, last }: { first: string; last: string },
): Table | null {
  const between = sql`day >= ${first} and day <= ${last}`;
  const createSmallTable = (span: string): Table => ({
    from: sql`usage_sums`,
    conditions: [sql`span = ${sql.lit(span)}`, between],
  });
  const has = (...dimensions: UsageDimension[]) => dimensions.some((dimension) => named.has(dimension));
  if (!has('user')) return createSmallTable(has('hour') ? 'hour' : 'day');
  if (has('hour')) return null;
  return has('model', 'key', 'capability')
    ? { from: sql`usage_daily`, conditions: [between] }
    : createSmallTable('user');
}

function createRecordConditions({ status, least }: UsageFilters): RawBuilder<unknown>[] {
  return [
    ...(status === null ? [] : [sql`status = ${status}`]),
    ...(least === null ? [] : [sql`charged_amount >= ${least}`]),
  ];
}

/** Selects rows with the columns of some dimensions and the sums of all matches, not yet grouped. */
export function selectUsageSource(
  grouped: readonly UsageDimension[],
  filters: UsageFilters,
  range: UsageRange,
): RawBuilder<unknown> {
  const wanted = dimensions.filter((name) => filters[name] !== null);
  const sums =
    range.days && !requiresRecords(filters) ? getSumsFor(new Set([...grouped, ...wanted]), range.days) : null;
  const columns = [...new Set(grouped.map((dimension) => columnOf[dimension]))];
  const createNarrowing = (as: (name: string) => RawBuilder<unknown>) =>
    wanted.map((name) => sql`${as(columnOf[name])} = ${filters[name]}`);
  const parts: RawBuilder<unknown>[] = [];
  if (sums) {
    const list = sql.join([...columns, ...usageSums].map(getColumn));
    parts.push(
      sql`select ${list} from ${sums.from} where ${joinWithAnd([...sums.conditions, ...createNarrowing(getColumn)])}`,
    );
  }
  for (const { from, to } of sums ? range.edges : [range]) {
    const keys = columns.map((name) => sql`${getRecordColumn(name)} as ${sql.ref(name)}`);
    const list = sql.join([...keys, ...usageSums.map((name) => sql`${recordSums[name]} as ${sql.ref(name)}`)]);
    const span = [sql`created_at >= ${from}`, sql`created_at < ${to}`, ...createRecordConditions(filters)];
    parts.push(
      sql`select ${list} from usage_records where ${joinWithAnd([...span, ...createNarrowing(getRecordColumn)])}`,
    );
  }
  return sql`(${sql.join(parts, sql` union all `)})`;
}

const joinWithAnd = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `);
