import { countedAddress } from '../../platform/secrets/network-hash.ts';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { type Attempt, assertFewAttempts, countAttempt, hourMs } from '../../platform/store/attempts.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { readMembershipRules } from '../memberships/index.ts';
import { openRiskCheck } from '../risk/index.ts';
import { createCodeError, type RedeemRejection, type RedeemRequest, tryRedeem } from './redeem.ts';

/** Errors of guessed codes; any other error is of an existing code. */
const wrong: readonly RedeemRejection[] = ['lookAlike', 'length', 'check', 'unknown', 'used', 'voided', 'expired'];

type Guess = Attempt & { readonly most: number };

export function redeemHandlers(deps: ServiceDeps): ServiceHandlers<'redeemUse'> {
  const { keyring, settings } = deps;
  /** Wrong codes are counted by user and, so that no crowd of users gets around that, by IP address. */
  const attempt = async (scope: TxContext, request: RedeemRequest, guesses: readonly Guess[]) => {
    for (const { most, ...guess } of guesses) await assertFewAttempts(scope, guess, [{ most, span: hourMs }]);
    const ended = await tryRedeem(scope, keyring, request);
    if ('rejection' in ended && wrong.includes(ended.rejection))
      for (const { most: _, ...guess } of guesses) await countAttempt(scope, guess);
    return ended;
  };
  const byIp = (ip: string | null, most: number): Guess[] =>
    ip === null || ip === ''
      ? []
      : [{ kind: 'redeemIp', subject: keyring.mac('search', 'redeem', 'ip', countedAddress(ip)), most }];
  return {
    async redeemUse({ userId, code, ip = null, captcha = null }, { caller, write }) {
      const { maxErrorsPerHour, maxErrorsPerIpPerHour } = await settings.read('system', 'redeem');
      const { recordIp } = await settings.read('system', 'privacy');
      const operator = { kind: 'service', id: caller.id } as const;
      const rules = await readMembershipRules(settings);
      const request = { userId, code, ip: recordIp ? ip : null, operator, locale: caller.locale, rules };
      const pass = await openRiskCheck(deps, { userId, ip, proof: captcha, locale: caller.locale });
      const own = { kind: 'redeem', subject: String(userId), most: maxErrorsPerHour } as const;
      const guesses = [own, ...byIp(ip, maxErrorsPerIpPerHour)];
      // A rejection is stored like an answer, so that the attempt is counted, and once per key.
      const ended = await write(async (scope) => {
        await pass(scope);
        return attempt(scope, request, guesses);
      }, 'part');
      if ('rejection' in ended) throw createCodeError(ended.rejection, caller.locale);
      return { grants: ended.grants, membership: ended.membership, batchId: ended.batchId };
    },
  };
}
