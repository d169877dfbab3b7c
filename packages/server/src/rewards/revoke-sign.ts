import type { Asset, MoneyScope, Operator } from '../money/posting.ts';
import type { Row } from '../store/database.ts';
import { signPosting } from './sign-reward.ts';
import { takeBack } from './take-back.ts';

/** Takes back what a day gave, from its own lots. Gives what of each could not be taken. */
export async function revokeSign(
  scope: MoneyScope,
  log: Row,
  { operator, reason }: { readonly operator: Operator; readonly reason: string },
): Promise<Record<Asset, number>> {
  const short = { coin: 0, power: 0 };
  const [userId, logId] = [Number(log.user_id), Number(log.id)];
  for (const asset of ['coin', 'power'] as const) {
    const reward = { userId, asset, amount: Number(log[asset]), source: 'sign', sourceId: logId } as const;
    const transactionId = signPosting(userId, String(log.sign_date), asset);
    const how = { causeId: `sign:${logId}`, operator, reason };
    short[asset] = (await takeBack(scope, { ...reward, transactionId }, how)).short;
  }
  return short;
}
