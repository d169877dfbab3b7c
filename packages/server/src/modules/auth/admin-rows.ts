import { ApiError, admin as definition, type Values } from '@gantry/core';
import { sql } from 'kysely';
import type { Cell, Database, Row, RowOf, Tx } from '../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, lockRows, type Stamp } from '../../platform/store/records.ts';

/** A hash with the length of what was hashed: who turns two-factor off may need a longer password. */
export interface NewPassword {
  readonly hash: string;
  readonly length: number;
}

/** What an admin may use of their role; a column that names nothing grants nothing. */
export function getPermissionSet({
  permission_set: stored,
}: {
  readonly permission_set: string | null;
}): readonly string[] {
  return typeof stored === 'string' ? (JSON.parse(stored) as string[]) : [];
}

/** Serialises whatever could leave no usable admin. */
export async function lockAdmins(tx: Tx, { dialect }: Database): Promise<void> {
  await dialect.lock(tx, 'admins');
}

/** The row of a person, held until the transaction ends: sign-in, password and state of one person take turns. */
export async function lockAdmin(tx: Tx, { dialect }: Database, id: number): Promise<RowOf<'admins'> | undefined> {
  const [row] = await lockRows(tx, dialect, definition, [id]);
  return row;
}

export async function countAdmins(read: Pick<Tx, 'selectFrom'>): Promise<number> {
  const row = await read.selectFrom('admins').select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return row.total;
}

/** Makes a person with a password. A taken name breaks the unique index, which the caller tells in its own words. */
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

/** Changes columns of a person, counts the version up and keeps the keyword index whole. Gives the row before and after. */
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

/** Puts a new password in the place of the old one. */
export async function setPassword(tx: Tx, adminId: number, password: NewPassword, now: number): Promise<void> {
  await tx
    .updateTable('admin_credentials')
    .set({ password_hash: password.hash, password_length: password.length, password_changed_at: now })
    .where('admin_id', '=', adminId)
    .execute();
}
