import { ApiError, type TwoFactorCodes, type TwoFactorStart } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/store/database.ts';
import { lockAdmin, updateAdmin } from '../admin-rows.ts';
import { clearGuesses } from '../guess-guard.ts';
import type { SessionDeps } from '../session-deps.ts';
import { localizeSession } from '../session-rows.ts';
import { confirmIdentity, guessOwn, readSelf, type StepUpInput } from '../step-up.ts';
import { createTotpUri, findCodeStep, generateTotpSecret } from './one-time-code.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { getTotpPlace, useStep } from './second-factor.ts';

/** Creates a new sealed secret that waits for confirmation; the existing one stays active until then. */
export async function startTwoFactor(deps: SessionDeps, caller: Caller): Promise<TwoFactorStart> {
  const { database, keyring, settings } = deps;
  const { admin, credentials } = await readSelf(deps, caller);
  if (credentials.totp_secret !== null)
    throw new ApiError('stateConflict', {
      message: localizeSession('twoFactorIsOn', caller.locale),
      data: { state: 'on' },
    });
  const secret = generateTotpSecret();
  const id = caller.actor.id;
  const sealed = keyring.seal(getTotpPlace(id, 'totp_pending'), secret);
  await database.transaction(async (tx) => {
    await tx.updateTable('admin_credentials').set({ totp_pending: sealed }).where('admin_id', '=', id).execute();
    await deps.audit.append(tx, caller, { resource: 'admin', resourceId: id, action: 'startTwoFactor' });
  });
  const { name } = await settings.read('system', 'site');
  return { secret, uri: createTotpUri(secret, admin.username, name) };
}

/** Enables two-factor when the app shows the right code, and returns the recovery codes, which are shown only now. */
export async function confirmTwoFactor(deps: SessionDeps, caller: Caller, code: string): Promise<TwoFactorCodes> {
  const { database, keyring, clock } = deps;
  const { id } = caller.actor;
  const self = await readSelf(deps, caller);
  const pending = self.credentials.totp_pending;
  if (pending === null)
    throw new ApiError('stateConflict', {
      message: localizeSession('twoFactorNotStarted', caller.locale),
      data: { state: 'off' },
    });
  const secret = keyring.open(getTotpPlace(id, 'totp_pending'), pending);
  const done = await guessOwn(deps, caller, self, async () => findCodeStep(secret, code, clock()) ?? false);
  if (!done) throw new ApiError('invalid', { errors: { totp: [localizeSession('wrongCode', caller.locale)] } });
  const now = clock();
  const recoveryCodes = await database.transaction(async (tx) => {
    await lockAdmin(tx, database, id);
    const turned = await tx
      .updateTable('admin_credentials')
      .set({ totp_secret: keyring.seal(getTotpPlace(id, 'totp_secret'), secret), totp_pending: null })
      .where('admin_id', '=', id)
      .where('totp_pending', '=', pending)
      .executeTakeFirst();
    if (turned.numUpdatedRows !== 1n || !(await useStep(tx, id, done.right)))
      throw new ApiError('invalid', { errors: { totp: [localizeSession('wrongCode', caller.locale)] } });
    const codes = await makeRecoveryCodes(tx, keyring, id);
    await clearGuesses(tx, done.guess);
    await updateAdmin(tx, database, id, { totp_enabled: 1 }, { by: id, at: now });
    await deps.audit.append(tx, caller, { resource: 'admin', resourceId: id, action: 'turnOnTwoFactor' });
    return codes;
  });
  return { recoveryCodes };
}

/** Removes two-factor. A password that was long enough only with it has to be changed at the next call. */
export async function removeTwoFactor(
  tx: Tx,
  { database, clock }: Pick<SessionDeps, 'database' | 'clock'>,
  adminId: number,
  by: number,
  passwordMin: number,
): Promise<void> {
  const row = await tx
    .updateTable('admin_credentials')
    .set({ totp_secret: null, totp_pending: null })
    .where('admin_id', '=', adminId)
    .returning('password_length')
    .executeTakeFirst();
  await dropRecoveryCodes(tx, adminId);
  const isShort = (row?.password_length ?? 0) < passwordMin;
  const cells = { totp_enabled: 0, ...(isShort ? { must_change_password: 1 } : {}) };
  await updateAdmin(tx, database, adminId, cells, { by, at: clock() });
}

/** Whether two-factor is required for everyone or for this account. */
export function mustUseTwoFactor(
  { adminForceTwoFactor }: { readonly adminForceTwoFactor: boolean },
  person: { readonly require_two_factor: number | null } | undefined,
): boolean {
  return adminForceTwoFactor || person?.require_two_factor === 1;
}

/** Disables one's own two-factor. Requires the password and a code in the call itself: an earlier confirmation is not enough. */
export async function disableTwoFactor(deps: SessionDeps, caller: Caller, proof: StepUpInput): Promise<null> {
  const { database, settings } = deps;
  const { id } = caller.actor;
  const security = await settings.read('system', 'loginSecurity');
  const guess = await confirmIdentity(deps, caller, proof, 'turnOffTwoFactor');
  await database.transaction(async (tx) => {
    await clearGuesses(tx, guess);
    const person = await lockAdmin(tx, database, id);
    if (mustUseTwoFactor(security, person))
      throw new ApiError('denied', { message: localizeSession('twoFactorForced', caller.locale) });
    await removeTwoFactor(tx, deps, id, id, security.passwordMin);
    await deps.audit.append(tx, caller, { resource: 'admin', resourceId: id, action: 'turnOffTwoFactor' });
  });
  return null;
}
