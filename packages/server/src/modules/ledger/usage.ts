import { type RawBuilder, sql } from 'kysely';
import { type Cell, type Reader, withNamedTables } from '../../platform/store/database.ts';
import type { SlotOf } from '../../platform/store/prepared-query.ts';
import { prepareWrite, runTogether, type Write } from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Asset } from './posting.ts';

/** A use of the platform and what it cost. */
export interface Usage {
  /** The platform's ID of the use, unique per user. */
  readonly requestId: string;
  readonly userId: number;
  readonly capability: string;
  readonly asset: Asset;
  /** Credits paid by the user. */
  readonly chargedAmount: number;
  /** Credits covered by a membership. Default: 0. */
  readonly quotaAmount?: number;
  readonly status: 'success' | 'failed';
  readonly holdId: number | null;
  /** The calendar day in the site's time zone, `YYYY-MM-DD`. */
  readonly day: string;
  /** Start of the hour in the site's time zone, UTC ms. */
  readonly hour: number;
  readonly modelId: number | null;
  readonly modelName: string | null;
  readonly apiKeyId: number | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Prompt tokens that the provider read from its cache. Default: 0. */
  readonly cachedTokens?: number;
  readonly units: number;
  /** The price before the rate is applied, in credits. */
  readonly listAmount: number;
  /** In millionths of a yuan. */
  readonly upstreamCost: number;
  readonly errorCode: string | null;
  readonly latencyMs: number | null;
  /** Time to the first token of a streamed response, in ms; null when omitted. */
  readonly firstTokenMs?: number | null;
  readonly stream: boolean;
  /** The record that the use belongs to; null when omitted. */
  readonly source?: { readonly type: string; readonly id: string } | null;
}

/** Records a use and updates the sums of its day and hour in the caller's transaction. Returns the ID of the record. */
export async function recordUsage(scope: TxContext, usage: Usage): Promise<number> {
  const [record, ...sums] = planUsage(scope, usage);
  const [row] = await runTogether(scope.tx, record, ...sums);
  return Number(row?.id);
}

/** Prepares the writes of `recordUsage` without running them: first the record, which returns its ID, then the sums. */
export function planUsage(scope: TxContext, usage: Usage): readonly [Write<{ id: number }>, ...Write[]] {
  const { day, small } = getSums(scope, usage);
  return [addRecord(toRecordCells(scope, usage)), addToDay(day), addToSmall(small)];
}

const recordColumns = [
  'request_id',
  'user_id',
  'capability',
  'model_id',
  'model_name',
  'api_key_id',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'units',
  'asset',
  'list_amount',
  'charged_amount',
  'quota_amount',
  'upstream_cost',
  'status',
  'error_code',
  'latency_ms',
  'first_token_ms',
  'stream',
  'day',
  'hour',
  'hold_id',
  'source_type',
  'source_id',
  'created_at',
] as const;
type RecordColumn = (typeof recordColumns)[number];

function toRecordCells({ at }: TxContext, usage: Usage): Record<RecordColumn, Cell> {
  return {
    request_id: usage.requestId,
    user_id: usage.userId,
    capability: usage.capability,
    model_id: usage.modelId,
    model_name: usage.modelName,
    api_key_id: usage.apiKeyId,
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    cached_tokens: usage.cachedTokens ?? 0,
    units: usage.units,
    asset: usage.asset,
    list_amount: usage.listAmount,
    charged_amount: usage.chargedAmount,
    quota_amount: usage.quotaAmount ?? 0,
    upstream_cost: usage.upstreamCost,
    status: usage.status,
    error_code: usage.errorCode,
    latency_ms: usage.latencyMs,
    first_token_ms: usage.firstTokenMs ?? null,
    stream: usage.stream ? 1 : 0,
    day: usage.day,
    hour: usage.hour,
    hold_id: usage.holdId,
    source_type: usage.source?.type ?? null,
    source_id: usage.source?.id ?? null,
    created_at: at,
  };
}

/** The summed columns in every table of usage sums. */
export const usageSums = [
  'requests',
  'success',
  'failed',
  'prompt_tokens',
  'completion_tokens',
  'units',
  'charged_coin',
  'charged_compute',
  'upstream_cost',
] as const;
type Sum = (typeof usageSums)[number];

const dailyKeys = ['day', 'user_id', 'capability', 'model_id', 'api_key_id'] as const;
const sumKeys = ['span', 'day', 'hour', 'user_id', 'capability', 'model_id', 'api_key_id', 'stripe'] as const;

/** Number of rows that share a site-wide sum on PostgreSQL, so that concurrent payments rarely wait for the same row. */
const stripes = 8;

/** The amounts that one record adds to the sums. */
function toSums(usage: Usage): Record<Sum, number> {
  return {
    requests: 1,
    success: usage.status === 'success' ? 1 : 0,
    failed: usage.status === 'failed' ? 1 : 0,
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    units: usage.units,
    charged_coin: usage.asset === 'coin' ? usage.chargedAmount : 0,
    charged_compute: usage.asset === 'compute' ? usage.chargedAmount : 0,
    upstream_cost: usage.upstreamCost,
  };
}

type Row = Readonly<Record<string, string | number>>;

/** Builds an upsert that adds `count` rows to a table of sums. Slots are named `<row index> <column>`. */
function buildSumUpsert(on: Reader, table: string, keys: readonly string[], count: number, slot: SlotOf<string>) {
  const columns = [...keys, ...usageSums];
  const rows = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(columns.map((column) => [column, slot(`${at} ${column}`)])),
  );
  return withNamedTables(on)
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns([...keys])
        .doUpdateSet((row) =>
          Object.fromEntries(
            usageSums.map((name) => [name, row(row.ref(`${table}.${name}`), '+', row.ref(`excluded.${name}`))]),
          ),
        ),
    );
}

const addRecord = prepareWrite((on, slot: SlotOf<RecordColumn>) =>
  on
    .insertInto('usage_records')
    .values(Object.fromEntries(recordColumns.map((name) => [name, slot(name)])) as Record<RecordColumn, never>)
    .returning('id'),
);
const addToDay = prepareWrite((on, slot: SlotOf<string>) => buildSumUpsert(on, 'usage_daily', dailyKeys, 1, slot));
const addToSmall = prepareWrite((on, slot: SlotOf<string>) => buildSumUpsert(on, 'usage_sums', sumKeys, 3, slot));

/** Returns the values of rows by the slot names of `buildSumUpsert`. */
function toSlotValues(...rows: readonly Row[]): Record<string, string | number> {
  return Object.fromEntries(
    rows.flatMap((row, at) => Object.entries(row).map(([column, value]) => [`${at} ${column}`, value] as const)),
  );
}

/**
 * Returns what a use adds to the sums: to the day's sum with all its dimensions, and to the small sums that pages read. The small
 * sums are always written in the same order, so that concurrent payments cannot deadlock.
 */
function getSums({ dialect }: TxContext, usage: Usage) {
  const { hour, userId, capability } = usage;
  const [model, key] = [usage.modelId ?? 0, usage.apiKeyId ?? 0];
  const added = toSums(usage);
  const dimensions = { day: usage.day, user_id: userId, capability, model_id: model, api_key_id: key };
  const stripe = dialect.kind === 'sqlite' ? 0 : userId % stripes;
  const siteWide = { ...dimensions, user_id: 0, stripe };
  const small = toSlotValues(
    { span: 'user', ...dimensions, hour: 0, capability: '', model_id: 0, api_key_id: 0, stripe: 0, ...added },
    { span: 'day', ...siteWide, hour: 0, ...added },
    { span: 'hour', ...siteWide, hour, ...added },
  );
  return { day: toSlotValues({ ...dimensions, ...added }), small };
}

/** SQL expressions that compute each sum over a group of records. */
export const sumsOfRecords: Readonly<Record<Sum, RawBuilder<number>>> = {
  requests: sql`count(*)`,
  success: sql`sum(case when status = 'success' then 1 else 0 end)`,
  failed: sql`sum(case when status = 'failed' then 1 else 0 end)`,
  prompt_tokens: sql`sum(prompt_tokens)`,
  completion_tokens: sql`sum(completion_tokens)`,
  units: sql`sum(units)`,
  charged_coin: sql`sum(case when asset = 'coin' then charged_amount else 0 end)`,
  charged_compute: sql`sum(case when asset = 'compute' then charged_amount else 0 end)`,
  upstream_cost: sql`sum(upstream_cost)`,
};
