import { ApiError, type CodePurpose, localize, user } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { changeRecord } from '../../../platform/store/records.ts';
import { isRegionCode } from '../../distribution/index.ts';
import { assertMayReach, assertMayRegister, type Reachable, readRegisterTerms } from '../../rewards/index.ts';
import { openRiskCheck } from '../../risk/index.ts';
import { sendCode } from '../codes/send-code.ts';
import {
  type CodeTarget,
  checkCode,
  createCodeError,
  deleteUsedCodes,
  rejectCodes,
  toCodeTarget,
} from '../codes/verification-codes.ts';
import { findHolderId, openRegistration, reportTakenUser } from '../register-user.ts';

const noRegion = {
  zh: '地区不存在，请使用 6 位行政区划代码',
  en: 'Region not found. Use a 6-digit region code.',
} as const;

/** Registers a user, who may have to prove an email address or phone number with a code. */
export function registerHandlers(deps: ServiceDeps): ServiceHandlers<'userRegister'> {
  return {
    async userRegister(body, { caller, write }) {
      const { inviterCode = null, ip = null, captcha = null, pending, emailCode, phoneCode, ...given } = body;
      const registration = await openRegistration(deps, caller);
      const { email, phone, username: _, source: __, ...more } = omitEmpty(given);
      const reached = { email: getText(email), phone: getText(phone) };
      assertMayRegister(registration.terms, reached, caller.locale);
      if (getText(more.regionCode) !== null && !isRegionCode(String(more.regionCode)))
        throw new ApiError('invalid', { errors: { regionCode: [localize(noRegion, caller.locale)] } });
      const contacts = { ...reached, emailCode: emailCode ?? null, phoneCode: phoneCode ?? null };
      const { username, source } = given;
      const status = pending ? 'pending' : 'active';
      const newcomer = { username, ...reached, source, inviterCode, ip, status, more } as const;
      const pass = await openRiskCheck(deps, { ip, proof: captcha, locale: caller.locale });
      // A rejection is stored like an answer, since an attempt was counted.
      const outcome = await write(async (scope) => {
        await pass(scope);
        const rejection = await rejectCodes(scope, contacts, 'register', registration.terms, deps.keyring);
        return rejection ? { rejection } : registration.add(scope, newcomer);
      }, 'part');
      if ('rejection' in outcome) throw createCodeError(outcome.rejection, caller.locale);
      return outcome;
    },
  };
}

const getText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Treats empty text as null, because two users without a value must not count as duplicates. */
function omitEmpty(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  );
}

/** Codes by text message or email for the platform's clients, which learn only whether a code was right. */
export function createCodeHandlers(deps: ServiceDeps): ServiceHandlers<'codeSend' | 'codeCheck'> {
  const assertWelcome = async (purpose: CodePurpose, target: CodeTarget, locale: 'zh-CN' | 'en-US') => {
    const terms = await readRegisterTerms(deps.settings);
    if (purpose === 'register') assertMayRegister(terms, toReachable(target), locale);
    if (purpose === 'bind') assertMayReach(terms, toReachable(target), locale);
  };
  return {
    async codeSend({ purpose, ip = null, captcha = null, ...to }, { caller, write }) {
      const target = toCodeTarget(to, purpose, caller.locale);
      await assertWelcome(purpose, target, caller.locale);
      const pass = await openRiskCheck(deps, { ip, proof: captcha, locale: caller.locale });
      return sendCode(deps, { target, ip, locale: caller.locale, pass }, (work) => write(work, 'part'));
    },
    codeCheck({ purpose, code, ...at }, { caller, write }) {
      const target = toCodeTarget(at, purpose, caller.locale);
      return write(async (scope) => {
        const { reason, triesLeft, id } = await checkCode(scope, target, code, deps.keyring);
        const ok = reason === 'right';
        if (ok) await deleteUsedCodes(scope, [id]);
        return { ok, reason, triesLeft, userId: ok ? await findHolderId(scope.tx, target) : null };
      });
    },
  };
}

const toReachable = ({ channel, address }: CodeTarget): Reachable => ({
  email: channel === 'email' ? address : null,
  phone: channel === 'phone' ? address : null,
});

/** Changes the email address or phone number of a user; each is proven by its code where the settings require it. */
export function bindHandlers({ database, settings, keyring }: ServiceDeps): ServiceHandlers<'userBind'> {
  return {
    async userBind({ userId, email = null, phone = null, emailCode = null, phoneCode = null }, { caller, write }) {
      const terms = await readRegisterTerms(settings);
      assertMayReach(terms, { email, phone }, caller.locale);
      const outcome = await write(async (scope) => {
        const { tx, dialect, at } = scope;
        const query = tx.selectFrom('users').selectAll().where('id', '=', userId);
        const found = await (dialect.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
        if (!found) throw new ApiError('notFound', { data: { userId } });
        if (found.status === 'deleted') throw new ApiError('stateConflict', { data: { state: 'deleted' } });
        const contacts = { email, emailCode, phone, phoneCode };
        const rejection = await rejectCodes(scope, contacts, 'bind', terms, keyring);
        if (rejection) return { rejection };
        const cells = { ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) };
        const row = await reportTakenUser(database, caller, () =>
          changeRecord(tx, dialect, user, found, cells, { by: null, at }),
        );
        return { userId, email: getText(row.email), phone: getText(row.phone) };
      }, 'part');
      if ('rejection' in outcome) throw createCodeError(outcome.rejection, caller.locale);
      return outcome;
    },
  };
}
