import { ApiError, admin as definition, type Values } from '@gantry/core';
import { sql } from 'kysely';
import type { Cell, Database, Row, RowOf, Tx } from '../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, lockRows, type Stamp } from '../../platform/store/records.ts';

/** A password hash with the length of the password: disabling two-factor may require a longer one. */
export interface NewPassword {
  readonly hash: string;
  readonly length: number;
}

/** The stored permission set of an admin; an empty column grants nothing. */
export function getPermissionSet({
  permission_set: stored,
}: {
  readonly permission_set: string | null;
}): readonly string[] {
  return typeof stored === 'string' ? (JSON.parse(stored) as string[]) : [];
}

/** Serializes all changes that could leave no usable admin. */
export async function lockAdmins(tx: Tx, { dialect }: Database): Promise<void> {
  await dialect.lock(tx, 'admins');
}

/**
 * Returns the row of an admin, locked until the transaction ends, so that sign-in, password and status changes of one admin run
 * one after the other.
 */
export async function lockAdmin(tx: Tx, { dialect }: Database, id: number): Promise<RowOf<'admins'> | undefined> {
  const [row] = await lockRows(tx, dialect, definition, [id]);
  return row;
}

export async function countAdmins(read: Pick<Tx, 'selectFrom'>): Promise<number> {
  const row = await read.selectFrom('admins').select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return row.total;
}

/** Inserts an admin with a password. A taken name violates the unique index, which the caller reports in its own message. */
export async function insertAdmin(
  tx: Tx,
  { dialect }: Database,
  values: Values,
  password: NewPassword,
  stamp: Stamp,
): Promise<Row> {
  const row = createRow(definition, values, stamp);
  const [id = 0] = await insertRecords(tx, dialect, definition, [row]);
  await tx
    .insertInto('admin_credentials')
    .values({
      admin_id: id,
      password_hash: password.hash,
      password_length: password.length,
      password_changed_at: stamp.at,
      totp_last_step: 0,
    })
    .execute();
  return { ...row, id };
}

/** Updates columns of an admin, increments the version and updates the keyword index. Returns the row before and after. */
export async function updateAdmin(
  tx: Tx,
  database: Database,
  id: number,
  cells: Readonly<Record<string, Cell>>,
  stamp: Stamp,
): Promise<{ readonly before: RowOf<'admins'>; readonly after: RowOf<'admins'> }> {
  const before = await lockAdmin(tx, database, id);
  if (!before) throw new ApiError('notFound');
  return { before, after: await changeRecord(tx, database.dialect, definition, before, cells, stamp) };
}

/** Replaces the password of an admin. */
export async function setPassword(tx: Tx, adminId: number, password: NewPassword, now: number): Promise<void> {
  await tx
    .updateTable('admin_credentials')
    .set({ password_hash: password.hash, password_length: password.length, password_changed_at: now })
    .where('admin_id', '=', adminId)
    .execute();
}
