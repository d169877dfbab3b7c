import { randomInt } from 'node:crypto';
import { user, type Values } from '@gantry/core';
import { reportTakenOf } from '../../platform/engine/taken.ts';
import type { Database, Row, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords, type Stamp } from '../../platform/store/records.ts';
import { fold } from '../../platform/store/search/fold.ts';
import type { CodePlace } from './codes/verification-codes.ts';

type RequestContext = Parameters<typeof reportTakenOf>[2];

/** Runs a write of a user; a name, email address or number that another user has is reported by field. */
export const reportTakenUser = <T>(
  database: Database,
  requestContext: RequestContext,
  write: () => Promise<T>,
): Promise<T> => reportTakenOf(database, user, requestContext, write);

/** Letters and digits that are not mistaken for one another. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 10;

function newInviteCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A new person of the platform, with an invite code of their own. Gives the row. */
export async function insertUser(tx: Tx, { dialect }: Database, values: Values, stamp: Stamp): Promise<Row> {
  const row = createRow(user, { ...values, inviteCode: newInviteCode() }, stamp);
  const [id = 0] = await insertRecords(tx, dialect, user, [row]);
  return { ...row, id };
}

/** The id of the user who has an email address or a number; null when there is none. */
export async function findHolderId(
  tx: Tx,
  { channel, address }: Pick<CodePlace, 'channel' | 'address'>,
): Promise<number | null> {
  const [column, value] = channel === 'phone' ? (['phone', address] as const) : (['email_key', fold(address)] as const);
  const row = await tx.selectFrom('users').select('id').where(column, '=', value).executeTakeFirst();
  return row ? row.id : null;
}
