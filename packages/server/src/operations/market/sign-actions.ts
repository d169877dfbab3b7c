import type { Operation } from '../../resources/operation.ts';
import { revokeSign } from '../../rewards/revoke-sign.ts';
import { changeLocked } from './batch-actions.ts';

/** Takes the reward of a day back, as far as it is still there. */
export const revokeSignReward: Operation = {
  async run(call) {
    const { tx, services, caller, row, input } = call;
    const scope = { tx, dialect: services.database.dialect, at: services.clock() };
    const operator = { kind: 'admin', id: caller.actor.id } as const;
    const short = await revokeSign(scope, row ?? {}, { operator, reason: String(input.reason) });
    const cells = { short_coin: short.coin, short_power: short.power, reason: String(input.reason) };
    return changeLocked(call, { ...cells, status: 'revoked' });
  },
};
