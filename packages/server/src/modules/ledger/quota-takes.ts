import type { TxContext } from '../../platform/store/tx-context.ts';

/** So much of a bucket of quota. */
export interface QuotaShare {
  readonly bucketId: number;
  /** Positive credits. */
  readonly amount: number;
}

/** What a use is of, as quotas tell uses apart. */
export interface UseOf {
  readonly capability: string;
  /** The key group of its model; empty for a use of no model. */
  readonly modelGroup: string;
}

/** How a use that was admitted is charged, and of which models it is: whatever more of it is paid later goes by the same. */
export interface Admitted extends UseRate {
  readonly modelGroup: string;
}

/** What says of a use how it is charged, and pays for it before credits do: the membership of a person. */
export interface QuotaCover {
  /**
   * How much of its price a new use is charged; throws ApiError when they may not have it now. The person is locked.
   * @param requestId of the use: it is counted by that
   * @param level of their active membership, 0 for none; looked up when left out
   */
  admit(scope: TxContext, userId: number, requestId: string, level?: number): Promise<Admitted>;
  /** Takes up to so many credits of what covers a use now. The person is locked. */
  take(scope: TxContext, userId: number, what: UseOf, amount: number): Promise<readonly QuotaShare[]>;
}

export const sumAmounts = (shares: readonly { readonly amount: number }[]) =>
  shares.reduce((sum, { amount }) => sum + amount, 0);

/** Adds to what a hold has of buckets. */
export async function keepTakes({ tx }: TxContext, holdId: number, shares: readonly QuotaShare[]): Promise<void> {
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

/** Gives quota back that a hold has, up to so many credits: what was taken last comes first. */
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
    await moveUsed(scope, take.bucket_id, -back);
  }
}

/** Moves what is used of a bucket, by a signed amount; the table rejects more than it has. */
export async function moveUsed({ tx }: TxContext, bucketId: number, by: number): Promise<void> {
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
  /** What any use costs at least, in credits; a price below it is its own floor. */
  readonly leastCharge: number;
}

/** The price itself. */
export const fullPrice: UseRate = { rateMultiplier: 10_000, leastCharge: 1 };

const full = 10_000n;

/** A price at a rate, in whole credits: rounded up once, and never below the floor. What is free stays so. */
export function computeCharge({ rateMultiplier, leastCharge }: UseRate, price: number): number {
  if (price === 0) return 0;
  const charged = Number((BigInt(price) * BigInt(rateMultiplier) + full - 1n) / full);
  return Math.max(charged, Math.min(price, Math.max(1, leastCharge)));
}
