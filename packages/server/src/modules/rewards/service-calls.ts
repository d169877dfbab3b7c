import type { ServiceDeps, ServiceHandlers } from '../clients/service/service-context.ts';
import { openRiskCheck } from '../risk/risk-gate.ts';
import { createHashNetwork } from '../users/network.ts';
import { makeUpDay } from './check-in/make-up.ts';
import { signIn } from './check-in/sign-in.ts';
import { getCheckInStatus } from './check-in/sign-standing.ts';
import { readSignTerms } from './check-in/sign-terms.ts';

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
