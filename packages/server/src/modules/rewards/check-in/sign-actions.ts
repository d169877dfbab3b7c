import { type FieldErrors, type LocalizedText, localize, signRule, type Values } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { Operation } from '../../../platform/engine/operation.ts';
import { changeLocked } from '../../../platform/engine/record-actions/change-locked.ts';
import { createGuardedWrites } from '../../../platform/engine/record-actions/guarded-writes.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import type { Asset, Operator } from '../../ledger/index.ts';
import { type MembershipRules, readMembershipRules } from '../../memberships/index.ts';
import { revert } from '../invites/take-back.ts';
import { signPosting, takeSignDays } from './sign-reward.ts';

const extraWords: LocalizedText = { zh: '不能超过随机加赠货币', en: 'Must not exceed the random bonus coins.' };

/** What the reward of a check-in must hold beyond its fields, whoever writes it. */
export function checkSignRule({ extraCoinMin, extraCoin }: Values, { locale }: Caller): FieldErrors | null {
  if (Number(extraCoinMin ?? 0) <= Number(extraCoin ?? 0)) return null;
  return { extraCoinMin: [localize(extraWords, locale)] };
}

/** Creates and changes under the check, so that a guard can stand before both. */
export const signRuleWrites = createGuardedWrites(signRule, async ({ values, caller }) =>
  checkSignRule(values, caller),
);

/** Takes the reward of a day back, as far as it is still there. */
export function revokeSignReward(settings: SettingsReader): Operation<'sign_logs'> {
  return {
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const { tx, services, caller, row, input } = call;
      const scope = { tx, dialect: services.database.dialect, at: services.clock() };
      const operator = { kind: 'admin', id: caller.actor.id } as const;
      const short = await revokeSign(scope, row, prepared as MembershipRules, {
        operator,
        reason: String(input.reason),
      });
      const cells = {
        short_coin: short.coin,
        short_compute: short.compute,
        short_days: short.days,
        reason: String(input.reason),
      };
      return changeLocked(call, { ...cells, status: 'revoked' });
    },
  };
}

interface SignShort {
  readonly coin: number;
  readonly compute: number;
  /** Days of a membership. */
  readonly days: number;
}

/** Takes back what a day gave, from its own lots and of its own days. Gives what of each could not be taken. */
export async function revokeSign(
  scope: TxContext,
  log: RowOf<'sign_logs'>,
  rules: MembershipRules,
  { operator, reason }: { readonly operator: Operator; readonly reason: string },
): Promise<SignShort> {
  const short: Record<Asset, number> = { coin: 0, compute: 0 };
  const [userId, logId] = [log.user_id, log.id];
  for (const asset of ['coin', 'compute'] as const) {
    const reward = { userId, asset, amount: log[asset], source: 'sign', sourceId: logId } as const;
    const transactionId = signPosting(userId, log.sign_date, asset);
    const how = { causeId: `sign:${logId}`, operator, reason };
    short[asset] = (await revert(scope, { ...reward, transactionId }, how)).short;
  }
  const day = log.sign_date;
  const days = log.vip_days > 0 ? await takeSignDays(scope, rules, { userId, day, operator }, reason) : 0;
  return { ...short, days };
}
