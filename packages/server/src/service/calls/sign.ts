import { makeUpDay } from '../../rewards/make-up.ts';
import { createHashNetwork } from '../../rewards/network.ts';
import { signIn } from '../../rewards/sign-in.ts';
import { getCheckInStatus } from '../../rewards/sign-standing.ts';
import { readSignTerms } from '../../rewards/sign-terms.ts';
import { openRiskCheck } from '../risk-gate.ts';
import type { ServiceDeps, ServiceHandlers } from '../service-context.ts';

/** Days are those of the site; the moment that counts is that of the transaction. */
export function signHandlers(deps: ServiceDeps): ServiceHandlers<'signGet' | 'signIn' | 'signMakeUp'> {
  const { database, settings, keyring, clock, dayOf } = deps;
  const hashNetwork = createHashNetwork(keyring);
  return {
    async signGet({ userId }) {
      const terms = await readSignTerms(settings);
      return database.transaction((tx) => getCheckInStatus(tx, userId, dayOf(clock(), terms.timezone), terms));
    },

    async signIn({ userId, ip = null, captcha = null }, { caller, write }) {
      const terms = await readSignTerms(settings);
      const { recordIp } = await settings.read('system', 'privacy');
      const from = { ip: recordIp ? ip : null, networkHash: hashNetwork(ip) };
      const who = { userId, operator: { kind: 'service', id: caller.id }, locale: caller.locale } as const;
      const pass = await openRiskCheck(deps, { userId, ip, proof: captcha, locale: caller.locale });
      return write(async (scope) => {
        await pass(scope);
        return signIn(scope, { ...who, ...from, day: dayOf(scope.at, terms.timezone) }, terms);
      });
    },

    async signMakeUp({ userId, day, captcha = null }, { caller, write }) {
      const terms = await readSignTerms(settings);
      const who = { userId, operator: { kind: 'service', id: caller.id }, locale: caller.locale } as const;
      const pass = await openRiskCheck(deps, { userId, ip: null, proof: captcha, locale: caller.locale });
      return write(async (scope) => {
        await pass(scope);
        return makeUpDay(scope, { ...who, day, dayOf, today: dayOf(scope.at, terms.timezone) }, terms);
      });
    },
  };
}
