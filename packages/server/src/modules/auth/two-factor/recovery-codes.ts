import { randomInt } from 'node:crypto';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Tx } from '../../../platform/store/database.ts';

const count = 10;
/** Without I, L, O, U and similar digits: 32 characters, 5 bits each. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';
const shape = /^[0-9A-Z]{5}-?[0-9A-Z]{5}$/;

function getRandomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function getMac(keyring: Keyring, adminId: number, code: string): string {
  return keyring.mac('session', 'recovery', String(adminId), code.replace('-', ''));
}

/** Creates ten new codes of 50 bits, which replace all existing ones. Only their MACs are stored. */
export async function makeRecoveryCodes(tx: Tx, keyring: Keyring, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `${getRandomText(5)}-${getRandomText(5)}`);
  await dropRecoveryCodes(tx, adminId);
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ admin_id: adminId, code_mac: getMac(keyring, adminId, code), used_at: null })))
    .execute();
  return codes;
}

export async function dropRecoveryCodes(tx: Tx, adminId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
}

/** Whether the input has the format of a recovery code, rather than a one-time code. */
export function isRecoveryCode(code: string): boolean {
  return shape.test(code);
}

/** Uses a code up; only one of many concurrent calls succeeds. */
export async function useRecoveryCode(
  tx: Tx,
  keyring: Keyring,
  adminId: number,
  code: string,
  now: number,
): Promise<boolean> {
  const done = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('admin_id', '=', adminId)
    .where('code_mac', '=', getMac(keyring, adminId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}
