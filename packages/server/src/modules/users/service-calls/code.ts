import type { CodePurpose } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { assertMayReach, assertMayRegister, type Reachable, readRegisterTerms } from '../../rewards/index.ts';
import { openRiskCheck } from '../../risk/index.ts';
import { sendCode } from '../codes/send-code.ts';
import { type CodePlace, toCodePlace, tryCode, useUp } from '../codes/verification-codes.ts';
import { findHolderId } from '../insert-user.ts';

/** Codes by text or mail for the platform's clients, which learn only whether one was right. */
export function createCodeHandlers(deps: ServiceDeps): ServiceHandlers<'codeSend' | 'codeCheck'> {
  const assertWelcome = async (purpose: CodePurpose, place: CodePlace, locale: 'zh-CN' | 'en-US') => {
    const terms = await readRegisterTerms(deps.settings);
    if (purpose === 'register') assertMayRegister(terms, reachableBy(place), locale);
    if (purpose === 'bind') assertMayReach(terms, reachableBy(place), locale);
  };
  return {
    async codeSend({ purpose, ip = null, captcha = null, ...to }, { caller, write }) {
      const place = toCodePlace(to, purpose, caller.locale);
      await assertWelcome(purpose, place, caller.locale);
      const pass = await openRiskCheck(deps, { ip, proof: captcha, locale: caller.locale });
      return sendCode(deps, { place, ip, locale: caller.locale, pass }, (work) => write(work, 'part'));
    },
    codeCheck({ purpose, code, ...at }, { caller, write }) {
      const place = toCodePlace(at, purpose, caller.locale);
      return write(async (scope) => {
        const { reason, triesLeft, id } = await tryCode(scope, place, code, deps.keyring);
        const ok = reason === 'right';
        if (ok) await useUp(scope, [id]);
        return { ok, reason, triesLeft, userId: ok ? await findHolderId(scope.tx, place) : null };
      });
    },
  };
}

const reachableBy = ({ channel, address }: CodePlace): Reachable => ({
  email: channel === 'email' ? address : null,
  phone: channel === 'phone' ? address : null,
});
