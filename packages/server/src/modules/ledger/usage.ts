import { type RawBuilder, sql } from 'kysely';
import { type Cell, type Reader, withNamedTables } from '../../platform/store/database.ts';
import type { SlotOf } from '../../platform/store/prepared-query.ts';
import { prepareWrite, runTogether, type Write } from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Asset } from './posting.ts';

/** A use of the platform and what it cost. */
export interface Usage {
  /** The platform's id of it, once a user. */
  readonly requestId: string;
  readonly userId: number;
  readonly capability: string;
  readonly asset: Asset;
  /** What was paid, in credits. */
  readonly chargedAmount: number;
  /** What a membership covered, in credits; 0 when left out. */
  readonly quotaAmount?: number;
  readonly status: 'success' | 'failed';
  readonly holdId: number | null;
  /** The calendar day in the site's time zone, `YYYY-MM-DD`. */
  readonly day: string;
  /** The first UTC ms of its hour on the site's clock. */
  readonly hour: number;
  readonly modelId: number | null;
  readonly modelName: string | null;
  readonly apiKeyId: number | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Of the prompt, those that the supplier had kept; 0 when left out. */
  readonly cachedTokens?: number;
  readonly units: number;
  /** The price without discounts, in credits. */
  readonly listAmount: number;
  /** In millionths of a yuan. */
  readonly upstreamCost: number;
  readonly errorCode: string | null;
  readonly latencyMs: number | null;
  /** Until the first word of a streamed answer; null when left out. */
  readonly firstTokenMs?: number | null;
  readonly stream: boolean;
  /** What it was for; null when not given. */
  readonly source?: { readonly type: string; readonly id: string } | null;
}

/** Records a use and moves the sums of its day and hour, in the caller's transaction. Gives the record's id. */
export async function recordUsage(scope: TxContext, usage: Usage): Promise<number> {
  const [record, ...sums] = planUsage(scope, usage);
  const [row] = await runTogether(scope.tx, record, ...sums);
  return Number(row?.id);
}

/** The same as writes that have not run: the record, which gives its id, and the sums. */
export function planUsage(scope: TxContext, usage: Usage): readonly [Write<{ id: number }>, ...Write[]] {
  const { day, small } = sumsOf(scope, usage);
  return [addRecord(recordOf(scope, usage)), addToDay(day), addToSmall(small)];
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

function recordOf({ at }: TxContext, usage: Usage): Record<RecordColumn, Cell> {
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

/** What is summed of usage, in every table of sums. */
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

/** Rows that many pay into at once are this many, on a database where they would wait for each other. */
const stripes = 8;

/** One record as it is added to the sums; 0 stands for no model or key. */
function parts(usage: Usage): Record<Sum, number> {
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

/** Adds so many rows to a table of sums; `slot` gives the place of a column of the nth. */
function adding(on: Reader, table: string, keys: readonly string[], count: number, slot: SlotOf<string>) {
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
const addToDay = prepareWrite((on, slot: SlotOf<string>) => adding(on, 'usage_daily', dailyKeys, 1, slot));
const addToSmall = prepareWrite((on, slot: SlotOf<string>) => adding(on, 'usage_sums', sumKeys, 3, slot));

/** Values by the places that `adding` gave them. */
function placed(...rows: readonly Row[]): Record<string, string | number> {
  return Object.fromEntries(
    rows.flatMap((row, at) => Object.entries(row).map(([column, value]) => [`${at} ${column}`, value] as const)),
  );
}

/**
 * What a use adds to its sums: of the day by all that it was, and to the small ones that pages are made of. The small ones are
 * always taken in the same order, so that two who pay never wait for each other in a circle.
 */
function sumsOf({ dialect }: TxContext, usage: Usage) {
  const { hour, userId, capability } = usage;
  const [model, key] = [usage.modelId ?? 0, usage.apiKeyId ?? 0];
  const added = parts(usage);
  const whose = { day: usage.day, user_id: userId, capability, model_id: model, api_key_id: key };
  const stripe = dialect.kind === 'sqlite' ? 0 : userId % stripes;
  const nobody = { ...whose, user_id: 0, stripe };
  const small = placed(
    { span: 'user', ...whose, hour: 0, capability: '', model_id: 0, api_key_id: 0, stripe: 0, ...added },
    { span: 'day', ...nobody, hour: 0, ...added },
    { span: 'hour', ...nobody, hour, ...added },
  );
  return { day: placed({ ...whose, ...added }), small };
}

/** What each sum is of a group of records. */
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
