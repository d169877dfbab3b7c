import type { Row } from '../../../platform/store/database.ts';
import type { Asset, Operator, TxContext } from '../../ledger/posting.ts';
import type { MembershipRules } from '../../memberships/membership-rules.ts';
import { revert } from '../invites/take-back.ts';
import { takeSignDays } from './sign-membership.ts';
import { signPosting } from './sign-reward.ts';

export interface SignShort {
  readonly coin: number;
  readonly power: number;
  /** Days of a membership. */
  readonly days: number;
}

/** Takes back what a day gave, from its own lots and of its own days. Gives what of each could not be taken. */
export async function revokeSign(
  scope: TxContext,
  log: Row,
  rules: MembershipRules,
  { operator, reason }: { readonly operator: Operator; readonly reason: string },
): Promise<SignShort> {
  const short: Record<Asset, number> = { coin: 0, power: 0 };
  const [userId, logId] = [Number(log.user_id), Number(log.id)];
  for (const asset of ['coin', 'power'] as const) {
    const reward = { userId, asset, amount: Number(log[asset]), source: 'sign', sourceId: logId } as const;
    const transactionId = signPosting(userId, String(log.sign_date), asset);
    const how = { causeId: `sign:${logId}`, operator, reason };
    short[asset] = (await revert(scope, { ...reward, transactionId }, how)).short;
  }
  const day = String(log.sign_date);
  const days = Number(log.vip_days) > 0 ? await takeSignDays(scope, rules, { userId, day, operator }, reason) : 0;
  return { ...short, days };
}
