import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/store/database.ts';
import { prepareQuery } from '../../platform/store/prepared-query.ts';
import type { TxContext } from './posting.ts';
import type { Usage } from './usage.ts';

/** What is summed of usage, in every table of sums. */
export const usageSums = [
  'requests',
  'success',
  'failed',
  'prompt_tokens',
  'completion_tokens',
  'units',
  'charged_coin',
  'charged_power',
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
    charged_power: usage.asset === 'power' ? usage.chargedAmount : 0,
    upstream_cost: usage.upstreamCost,
  };
}

type Row = Readonly<Record<string, string | number>>;

/** Adds so many rows to a table of sums; `slot` gives the place of a column of the nth. */
function adding(
  on: Reader,
  table: string,
  keys: readonly string[],
  count: number,
  slot: (name: string) => never,
): Compilable<unknown> {
  const columns = [...keys, ...usageSums];
  const rows = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(columns.map((column) => [column, slot(`${at} ${column}`)])),
  );
  return on
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

type SlotOf = (name: string) => never;
const addToDay = prepareQuery((on, slot: SlotOf) => adding(on, 'usage_daily', dailyKeys, 1, slot));
const addToSmall = prepareQuery((on, slot: SlotOf) => adding(on, 'usage_sums', sumKeys, 3, slot));

/** Values by the places that `adding` gave them. */
function placed(...rows: readonly Row[]): Record<string, string | number> {
  return Object.fromEntries(
    rows.flatMap((row, at) => Object.entries(row).map(([column, value]) => [`${at} ${column}`, value] as const)),
  );
}

/**
 * Adds a use to its sums: of the day by all that it was, and to the small ones that pages are made of. The small ones are
 * always taken in the same order, so that two who pay never wait for each other in a circle.
 */
export async function addToSums({ tx, dialect }: TxContext, usage: Usage): Promise<void> {
  const { day, hour, userId, capability } = usage;
  const [model, key] = [usage.modelId ?? 0, usage.apiKeyId ?? 0];
  const added = parts(usage);
  const whose = { day, user_id: userId, capability, model_id: model, api_key_id: key };
  await addToDay(tx, placed({ ...whose, ...added }));
  const stripe = dialect.kind === 'sqlite' ? 0 : userId % stripes;
  const nobody = { ...whose, user_id: 0, stripe };
  const small = placed(
    { span: 'user', ...whose, hour: 0, capability: '', model_id: 0, api_key_id: 0, stripe: 0, ...added },
    { span: 'day', ...nobody, hour: 0, ...added },
    { span: 'hour', ...nobody, hour, ...added },
  );
  await addToSmall(tx, small);
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
  charged_power: sql`sum(case when asset = 'power' then charged_amount else 0 end)`,
  upstream_cost: sql`sum(upstream_cost)`,
};
