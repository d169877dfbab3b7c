import type { Asset, TxContext } from './posting.ts';
import { addToSums } from './usage-sums.ts';

/** A use of the platform and what it cost. */
export interface Usage {
  /** The platform's id of it, once a user. */
  readonly requestId: string;
  readonly userId: number;
  readonly capability: string;
  readonly asset: Asset;
  /** What was paid, in points. */
  readonly chargedAmount: number;
  /** What a membership covered, in points; 0 when left out. */
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
  /** The price without discounts, in points. */
  readonly listAmount: number;
  /** In millionths of a yuan. */
  readonly upstreamCost: number;
  readonly errorCode: string | null;
  readonly latencyMs: number | null;
  /** Until the first word of a streamed answer; null when left out. */
  readonly firstTokenMs?: number | null;
  readonly stream: boolean;
  /** What it was for; null when nobody said. */
  readonly source?: { readonly type: string; readonly id: string } | null;
}

/** Records a use and moves the sums of its day and hour, in the caller's transaction. Gives the record's id. */
export async function recordUsage(scope: TxContext, usage: Usage): Promise<number> {
  const row = await scope.tx
    .insertInto('usage_records')
    .values({
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
      created_at: scope.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToSums(scope, usage);
  return Number(row.id);
}
