import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, type Cause, grant } from '../ledger/index.ts';
import type { MembershipSource, NewMembership } from './add-membership.ts';

export interface GrantedLot {
  readonly asset: Asset;
  readonly lotId: number;
  readonly amount: number;
}

const causes: Readonly<Record<MembershipSource, Cause>> = {
  order: 'recharge',
  redeem: 'redeem',
  sign: 'sign',
  invite: 'invite',
  admin: 'gift',
  gift: 'gift',
};

/** Gives the credits that come with a plan, once a key. */
export async function giveGifts(
  scope: TxContext,
  given: NewMembership & { readonly key: string; readonly causeId?: string; readonly quantity?: number },
): Promise<GrantedLot[]> {
  const { userId, plan, source, sourceId, operator, reason = null, key, causeId = key, quantity = 1 } = given;
  const lots: GrantedLot[] = [];
  for (const [asset, gift] of [
    ['coin', plan.giftCoin],
    ['compute', plan.giftCompute],
  ] as const) {
    if (gift <= 0) continue;
    const amount = gift * quantity;
    const cause = { transactionId: `${key}:gift:${asset}`, cause: causes[source], causeId, operator, reason };
    const granted = await grant(scope, { userId, asset, amount, lot: { source, sourceId, expiresAt: null } }, cause);
    if (granted) lots.push({ asset, lotId: granted.lotId, amount });
  }
  return lots;
}
