import type { Operation } from '../../../platform/engine/operation.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { type MembershipRules, readMembershipRules } from '../../memberships/membership-rules.ts';
import { changeLocked } from '../../redeem/batch-actions.ts';
import { revokeSign } from './revoke-sign.ts';

/** Takes the reward of a day back, as far as it is still there. */
export function revokeSignReward(settings: SettingsReader): Operation {
  return {
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const { tx, services, caller, row, input } = call;
      const scope = { tx, dialect: services.database.dialect, at: services.clock() };
      const operator = { kind: 'admin', id: caller.actor.id } as const;
      const short = await revokeSign(scope, row ?? {}, prepared as MembershipRules, {
        operator,
        reason: String(input.reason),
      });
      const cells = {
        short_coin: short.coin,
        short_power: short.power,
        short_days: short.days,
        reason: String(input.reason),
      };
      return changeLocked(call, { ...cells, status: 'revoked' });
    },
  };
}
