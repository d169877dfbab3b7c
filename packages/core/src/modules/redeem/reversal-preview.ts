import type { RefundPreviewAnswer } from '../orders/refund-preview.ts';

/** What of one kind comes back with a redemption: whole points of an asset or of quotas, or days of a membership. */
export interface ReversalPart {
  readonly asset: 'coin' | 'power' | 'quota' | 'days';
  /** What the redemption gave. */
  readonly granted: number;
  /**
   * What of it ended unused: nobody has it, so that nobody owes it. With a refund of an order it is missing, since there its money
   * goes back; here nothing does.
   */
  readonly expired: number;
  readonly toReclaim: number;
  /** What of it is neither spent nor held. */
  readonly reclaimable: number;
  readonly shortfall: number;
  /** What of the shortfall would become a debt; the rest is lost. Days and used quota are never owed. */
  readonly owed: number;
  readonly lost: number;
}

/** What taking a redemption back comes to, in the numbers that it has now. */
export interface ReversalPreviewAnswer extends Omit<RefundPreviewAnswer, 'shares' | 'rewards'> {
  readonly hasShortfall: boolean;
  readonly parts: readonly ReversalPart[];
}
