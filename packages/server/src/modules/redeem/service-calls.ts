import { toCountedAddress } from '../../platform/secrets/network-hash.ts';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { type Attempt, assertAttemptAllowed, countAttempt, hourMs } from '../../platform/store/attempts.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { readMembershipRules } from '../memberships/index.ts';
import { openRiskCheck } from '../risk/index.ts';
import { createCodeError, type RedeemRejection, type RedeemRequest, tryRedeem } from './redeem.ts';

/** Errors for guessed codes; every other error concerns an existing code. */
const guessRejections: readonly RedeemRejection[] = [
  'lookAlike',
  'length',
  'check',
  'unknown',
  'used',
  'voided',
  'expired',
];

type Guess = Attempt & { readonly most: number };

export function redeemHandlers(deps: ServiceDeps): ServiceHandlers<'redeemUse'> {
  const { keyring, settings } = deps;
  /** Wrong codes are counted by user and by IP address, so that many users together cannot bypass the limit. */
  const attempt = async (scope: TxContext, request: RedeemRequest, guesses: readonly Guess[]) => {
    for (const { most, ...guess } of guesses)
      await assertAttemptAllowed(scope, guess, [{ max: most, periodMs: hourMs }]);
    const outcome = await tryRedeem(scope, keyring, request);
    if ('rejection' in outcome && guessRejections.includes(outcome.rejection))
      for (const { most: _, ...guess } of guesses) await countAttempt(scope, guess);
    return outcome;
  };
  const byIp = (ip: string | null, most: number): Guess[] =>
    ip === null || ip === ''
      ? []
      : [{ kind: 'redeemIp', subject: keyring.mac('search', 'redeem', 'ip', toCountedAddress(ip)), most }];
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
      // A rejection is stored like a result, so that the attempt is counted once per key.
      const outcome = await write(async (scope) => {
        await pass(scope);
        return attempt(scope, request, guesses);
      }, 'part');
      if ('rejection' in outcome) throw createCodeError(outcome.rejection, caller.locale);
      return { grants: outcome.grants, membership: outcome.membership, batchId: outcome.batchId };
    },
  };
}
