import type { RowOf, Tx } from '../../../platform/store/database.ts';
import type { SessionDeps } from '../session-deps.ts';
import { findCodeStep } from './one-time-code.ts';
import { isRecoveryCode, useRecoveryCode } from './recovery-codes.ts';

/** Where the one-time secret of an admin is stored sealed. */
export function getTotpPlace(adminId: number, column: 'totp_secret' | 'totp_pending') {
  return { table: 'admin_credentials', id: adminId, column } as const;
}

/** The credentials of an admin; undefined for a user who has none yet. */
export function readCredentials(
  read: Pick<Tx, 'selectFrom'>,
  adminId: number,
): Promise<RowOf<'admin_credentials'> | undefined> {
  return read.selectFrom('admin_credentials').selectAll().where('admin_id', '=', adminId).executeTakeFirst();
}

/** Each time step of one-time codes is accepted once, and no earlier step after it. */
export async function useStep(tx: Tx, adminId: number, step: number): Promise<boolean> {
  const done = await tx
    .updateTable('admin_credentials')
    .set({ totp_last_step: step })
    .where('admin_id', '=', adminId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Uses up a one-time or recovery code of an admin with two-factor; false when it is wrong or was used. */
export async function useSecondFactor(
  tx: Tx,
  deps: SessionDeps,
  credentials: RowOf<'admin_credentials'>,
  code: string,
): Promise<boolean> {
  const { keyring, clock } = deps;
  const adminId = credentials.admin_id;
  if (credentials.totp_secret === null) return false;
  if (isRecoveryCode(code)) return useRecoveryCode(tx, keyring, adminId, code, clock());
  const secret = keyring.open(getTotpPlace(adminId, 'totp_secret'), credentials.totp_secret);
  const step = findCodeStep(secret, code, clock());
  return step !== null && (await useStep(tx, adminId, step));
}
