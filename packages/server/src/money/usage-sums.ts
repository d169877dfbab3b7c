import { type RawBuilder, sql } from 'kysely';
import type { MoneyScope } from './posting.ts';
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

async function upsert(
  { tx }: MoneyScope,
  table: string,
  keys: readonly string[],
  rows: readonly Readonly<Record<string, string | number>>[],
): Promise<void> {
  await tx
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
    )
    .execute();
}

/**
 * Adds a use to its sums: of the day by all that it was, and to the small ones that pages are made of. The small ones are
 * always taken in the same order, so that two who pay never wait for each other in a circle.
 */
export async function addToSums(scope: MoneyScope, usage: Usage): Promise<void> {
  const { day, hour, userId, capability } = usage;
  const [model, key] = [usage.modelId ?? 0, usage.apiKeyId ?? 0];
  const added = parts(usage);
  const whose = { day, user_id: userId, capability, model_id: model, api_key_id: key };
  await upsert(scope, 'usage_daily', dailyKeys, [{ ...whose, ...added }]);
  const stripe = scope.dialect.kind === 'sqlite' ? 0 : userId % stripes;
  const nobody = { ...whose, user_id: 0, stripe };
  await upsert(scope, 'usage_sums', sumKeys, [
    { span: 'user', ...whose, hour: 0, capability: '', model_id: 0, api_key_id: 0, stripe: 0, ...added },
    { span: 'day', ...nobody, hour: 0, ...added },
    { span: 'hour', ...nobody, hour, ...added },
  ]);
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
