import { ApiError, localize } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { isRegionCode } from '../../distribution/index.ts';
import { assertMayRegister } from '../../rewards/index.ts';
import { openRiskCheck } from '../../risk/index.ts';
import { createCodeError, rejectCodes } from '../codes/verification-codes.ts';
import { openRegistration } from '../new-person.ts';

const noRegion = {
  zh: '地区不存在，请使用 6 位行政区划代码',
  en: 'Region not found. Use a 6-digit region code.',
} as const;

/** A new person, who may have to show by a code that an address or number is theirs. */
export function registerHandlers(deps: ServiceDeps): ServiceHandlers<'userRegister'> {
  return {
    async userRegister(body, { caller, write }) {
      const { inviterCode = null, ip = null, captcha = null, pending, emailCode, phoneCode, ...given } = body;
      const registration = await openRegistration(deps, caller);
      const { email, phone, username: _, source: __, ...more } = emptied(given);
      const reached = { email: textOf(email), phone: textOf(phone) };
      assertMayRegister(registration.terms, reached, caller.locale);
      if (textOf(more.regionCode) !== null && !isRegionCode(String(more.regionCode)))
        throw new ApiError('invalid', { errors: { regionCode: [localize(noRegion, caller.locale)] } });
      const contacts = { ...reached, emailCode: emailCode ?? null, phoneCode: phoneCode ?? null };
      const { username, source } = given;
      const status = pending ? 'pending' : 'active';
      const newcomer = { username, ...reached, source, inviterCode, ip, status, more } as const;
      const pass = await openRiskCheck(deps, { ip, proof: captcha, locale: caller.locale });
      // A rejection is stored like an answer, since an attempt was counted.
      const ended = await write(async (scope) => {
        await pass(scope);
        const rejection = await rejectCodes(scope, contacts, 'register', registration.terms, deps.keyring);
        return rejection ? { rejection } : registration.add(scope, newcomer);
      }, 'part');
      if ('rejection' in ended) throw createCodeError(ended.rejection, caller.locale);
      return ended;
    },
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Empty text is none: two people without an address share it. */
function emptied(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  );
}
