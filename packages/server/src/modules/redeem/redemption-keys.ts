import type { Asset } from '../ledger/posting.ts';

/** What tells one redemption from every other. */
export interface RedemptionKey {
  readonly codeId: number;
  readonly userId: number;
  /** Which of their uses of this code it was, from 1. */
  readonly nth: number;
}

/** Begins every natural key of a redemption. */
const wordOf = ({ codeId, userId, nth }: RedemptionKey) => `redeem:${codeId}:${userId}:${nth}`;

/** Under which the points of an asset are posted. */
export const getPointsKey = (one: RedemptionKey, asset: Asset) => `${wordOf(one)}:${asset}`;

/** Under which the membership is granted. */
export const getMembershipKey = (one: RedemptionKey) => `${wordOf(one)}:vip`;

/** Under which the gifts of that membership are posted. */
export const getGiftKey = (one: RedemptionKey, asset: Asset) => `${getMembershipKey(one)}:gift:${asset}`;

/** Under which what came of an asset is taken back. */
export const getReversalKey = (one: RedemptionKey, asset: Asset) => `reversal:${getPointsKey(one, asset)}`;
