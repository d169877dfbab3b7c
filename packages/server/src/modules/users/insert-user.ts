import { randomInt } from 'node:crypto';
import { user, type Values } from '@gantry/core';
import type { Database, Row, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords, type Stamp } from '../../platform/store/records.ts';

/** Letters and digits that nobody takes for one another. */
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
