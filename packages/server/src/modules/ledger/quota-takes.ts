import type { TxContext } from '../../platform/store/tx-context.ts';

/** An amount of credits from one quota bucket. */
export interface QuotaShare {
  readonly bucketId: number;
  /** Positive credits. */
  readonly amount: number;
}

/** The properties of a use that decide which quotas cover it. */
export interface UseOf {
  readonly capability: string;
  /** Key group of the model; empty for a use without a model. */
  readonly modelGroup: string;
}

/** The rate and model group of an admitted use. Later payments for the same use keep both. */
export interface Admitted extends UseRate {
  readonly modelGroup: string;
}

/** The membership's part in a payment: determines the rate of a use and pays for it before credits do. */
export interface QuotaCover {
  /**
   * Returns the rate of a new use. Throws ApiError when the user may not use it now. The user must be locked.
   * @param requestId ID of the use; a repeated ID counts once
   * @param level level of the active membership, 0 without one; read from the database when omitted
   */
  admit(scope: TxContext, userId: number, requestId: string, level?: number): Promise<Admitted>;
  /** Takes up to `amount` credits from the quotas that cover a use now. The user must be locked. */
  take(scope: TxContext, userId: number, what: UseOf, amount: number): Promise<readonly QuotaShare[]>;
}

export const sumAmounts = (shares: readonly { readonly amount: number }[]) =>
  shares.reduce((sum, { amount }) => sum + amount, 0);

/** Records credits that a hold takes from buckets, added to what it has taken before. */
export async function recordQuotaTakes(
  { tx }: TxContext,
  holdId: number,
  shares: readonly QuotaShare[],
): Promise<void> {
  for (const { bucketId, amount } of shares) {
    await tx
      .insertInto('quota_takes')
      .values({ hold_id: holdId, bucket_id: bucketId, amount })
      .onConflict((conflict) =>
        conflict
          .columns(['hold_id', 'bucket_id'])
          .doUpdateSet((row) => ({ amount: row(row.ref('quota_takes.amount'), '+', row.ref('excluded.amount')) })),
      )
      .execute();
  }
}

/** Returns up to `credits` of the quota taken by a hold to its buckets, the latest take first. */
export async function returnQuota(scope: TxContext, holdId: number, credits: number): Promise<void> {
  if (credits === 0) return;
  const { tx } = scope;
  const takes = await tx
    .selectFrom('quota_takes')
    .select(['id', 'bucket_id', 'amount'])
    .where('hold_id', '=', holdId)
    .orderBy('id', 'desc')
    .execute();
  let left = credits;
  for (const take of takes) {
    const back = Math.min(left, take.amount);
    if (back === 0) continue;
    left -= back;
    const amount = take.amount - back;
    await tx.updateTable('quota_takes').set({ amount }).where('id', '=', take.id).execute();
    await adjustUsedQuota(scope, take.bucket_id, -back);
  }
}

/** Changes the used credits of a bucket by a signed amount. The database rejects more than was granted. */
export async function adjustUsedQuota({ tx }: TxContext, bucketId: number, by: number): Promise<void> {
  await tx
    .updateTable('quota_buckets')
    .set((row) => ({ used: row('used', '+', by) }))
    .where('id', '=', bucketId)
    .execute();
}

/** The share of a price that a user is charged. */
export interface UseRate {
  /** Ten-thousandths of the price. */
  readonly rateMultiplier: number;
  /** Minimum charge of a use, in credits. A lower price is its own minimum. */
  readonly leastCharge: number;
}

/** The rate that charges the full price. */
export const fullPrice: UseRate = { rateMultiplier: 10_000, leastCharge: 1 };

const full = 10_000n;

/**
 * Applies a rate to a price. Returns integer credits, rounded up once and never below the minimum charge; a price of 0 stays 0.
 */
export function computeCharge({ rateMultiplier, leastCharge }: UseRate, price: number): number {
  if (price === 0) return 0;
  const charged = Number((BigInt(price) * BigInt(rateMultiplier) + full - 1n) / full);
  return Math.max(charged, Math.min(price, Math.max(1, leastCharge)));
}
