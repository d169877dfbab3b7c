import { ApiError, type CodePurpose, localize, user } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { changeRecord } from '../../../platform/store/records.ts';
import { isRegionCode } from '../../distribution/index.ts';
import { assertMayReach, assertMayRegister, type Reachable, readRegisterTerms } from '../../rewards/index.ts';
import { openRiskCheck } from '../../risk/index.ts';
import { sendCode } from '../codes/send-code.ts';
import {
  type CodePlace,
  createCodeError,
  rejectCodes,
  toCodePlace,
  tryCode,
  useUp,
} from '../codes/verification-codes.ts';
import { findHolderId, openRegistration, reportTakenUser } from '../new-person.ts';

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

/** Another address or number for a person; each is proven by its code where the settings want that. */
export function bindHandlers({ database, settings, keyring }: ServiceDeps): ServiceHandlers<'userBind'> {
  return {
    async userBind({ userId, email = null, phone = null, emailCode = null, phoneCode = null }, { caller, write }) {
      const terms = await readRegisterTerms(settings);
      assertMayReach(terms, { email, phone }, caller.locale);
      const ended = await write(async (scope) => {
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
        return { userId, email: textOf(row.email), phone: textOf(row.phone) };
      }, 'part');
      if ('rejection' in ended) throw createCodeError(ended.rejection, caller.locale);
      return ended;
    },
  };
}
