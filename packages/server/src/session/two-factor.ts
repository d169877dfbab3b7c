import { Fault, type TwoFactorCodes, type TwoFactorStart } from '@gantry/core';
import type { Caller } from '../context.ts';
import type { Row, Tx } from '../store/database.ts';
import { lockAdmin, updateAdmin } from './admin-rows.ts';
import { clearGuesses } from './guess-guard.ts';
import { newTotpSecret, stepOfCode, totpUri } from './one-time-code.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { totpPlace, useStep } from './second-factor.ts';
import type { SessionNeeds } from './session-needs.ts';
import { sayOf } from './session-words.ts';
import { confirmIdentity, guessOwn, readSelf, type StepUpInput } from './step-up.ts';

/** A new secret, sealed and waiting to be confirmed; what was on stays on until then. */
export async function startTwoFactor(needs: SessionNeeds, caller: Caller): Promise<TwoFactorStart> {
  const { database, keyring, settings } = needs;
  const { admin, credentials } = await readSelf(needs, caller);
  if (credentials.totp_secret !== null)
    throw new Fault('stateConflict', { message: sayOf('twoFactorIsOn', caller.locale), data: { state: 'on' } });
  const secret = newTotpSecret();
  const id = caller.actor.id;
  const sealed = keyring.seal(totpPlace(id, 'totp_pending'), secret);
  await database.transaction(async (tx) => {
    await tx.updateTable('admin_credentials').set({ totp_pending: sealed }).where('admin_id', '=', id).execute();
    await needs.audit.append(tx, caller, { resource: 'admin', resourceId: id, action: 'startTwoFactor' });
  });
  const { name } = await settings.read('system', 'site');
  return { secret, uri: totpUri(secret, String(admin.username), name) };
}

/** Turns two-factor on when the app shows the right code, and gives the recovery codes, this once. */
export async function confirmTwoFactor(needs: SessionNeeds, caller: Caller, code: string): Promise<TwoFactorCodes> {
  const { database, keyring, clock } = needs;
  const { id } = caller.actor;
  const self = await readSelf(needs, caller);
  const pending = self.credentials.totp_pending;
  if (pending === null)
    throw new Fault('stateConflict', { message: sayOf('twoFactorNotStarted', caller.locale), data: { state: 'off' } });
  const secret = keyring.open(totpPlace(id, 'totp_pending'), String(pending));
  const done = await guessOwn(needs, caller, self, async () => stepOfCode(secret, code, clock()) ?? false);
  if (!done) throw new Fault('invalid', { errors: { totp: [sayOf('wrongCode', caller.locale)] } });
  const now = clock();
  const recoveryCodes = await database.transaction(async (tx) => {
    await lockAdmin(tx, database, id);
    const turned = await tx
      .updateTable('admin_credentials')
      .set({ totp_secret: keyring.seal(totpPlace(id, 'totp_secret'), secret), totp_pending: null })
      .where('admin_id', '=', id)
      .where('totp_pending', '=', pending)
      .executeTakeFirst();
    if (turned.numUpdatedRows !== 1n || !(await useStep(tx, id, done.right)))
      throw new Fault('invalid', { errors: { totp: [sayOf('wrongCode', caller.locale)] } });
    const codes = await makeRecoveryCodes(tx, keyring, id);
    await clearGuesses(tx, done.guess);
    await updateAdmin(tx, database, id, { totp_enabled: 1 }, { by: id, at: now });
    await needs.audit.append(tx, caller, { resource: 'admin', resourceId: id, action: 'turnOnTwoFactor' });
    return codes;
  });
  return { recoveryCodes };
}

/** Takes two-factor away. A password that was only long enough with it has to be changed at the next call. */
export async function removeTwoFactor(
  tx: Tx,
  { database, clock }: Pick<SessionNeeds, 'database' | 'clock'>,
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
  const isShort = Number(row?.password_length ?? 0) < passwordMin;
  const cells = { totp_enabled: 0, ...(isShort ? { must_change_password: 1 } : {}) };
  await updateAdmin(tx, database, adminId, cells, { by, at: clock() });
}

/** Nobody may go without two-factor, or this account may not. */
export function mustUseTwoFactor(
  { adminForceTwoFactor }: { readonly adminForceTwoFactor: boolean },
  person: Row,
): boolean {
  return adminForceTwoFactor || person.require_two_factor === 1;
}

/** Disables one's own two-factor. The password and a code are given with the call itself: an earlier confirmation is not enough. */
export async function disableTwoFactor(needs: SessionNeeds, caller: Caller, proof: StepUpInput): Promise<null> {
  const { database, settings } = needs;
  const { id } = caller.actor;
  const security = await settings.read('system', 'loginSecurity');
  const guess = await confirmIdentity(needs, caller, proof, 'turnOffTwoFactor');
  await database.transaction(async (tx) => {
    await clearGuesses(tx, guess);
    const person = await lockAdmin(tx, database, id);
    if (mustUseTwoFactor(security, person ?? {}))
      throw new Fault('denied', { message: sayOf('twoFactorForced', caller.locale) });
    await removeTwoFactor(tx, needs, id, id, security.passwordMin);
    await needs.audit.append(tx, caller, { resource: 'admin', resourceId: id, action: 'turnOffTwoFactor' });
  });
  return null;
}
