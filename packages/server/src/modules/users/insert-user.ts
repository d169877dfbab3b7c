import { randomInt } from 'node:crypto';
import { ApiError, user, type Values } from '@gantry/core';
import ipaddr from 'ipaddr.js';
import { reportTakenOf } from '../../platform/engine/taken.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Database, Row, RowOf, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords, type Stamp } from '../../platform/store/records.ts';
import { fold } from '../../platform/store/search/fold.ts';
import type { TxContext } from '../ledger/posting.ts';
import type { CodePlace } from './codes/verification-codes.ts';

type RequestContext = Parameters<typeof reportTakenOf>[2];

/** Runs a write of a person; a name, address or number that someone else has is told by field. */
export const reportTakenUser = <T>(
  database: Database,
  requestContext: RequestContext,
  write: () => Promise<T>,
): Promise<T> => reportTakenOf(database, user, requestContext, write);

/** Letters and digits that no one takes for one another. */
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

/** The id of who has an address or a number; null when no one does. */
export async function findHolderId(
  tx: Tx,
  { channel, address }: Pick<CodePlace, 'channel' | 'address'>,
): Promise<number | null> {
  const [column, value] = channel === 'phone' ? (['phone', address] as const) : (['email_key', fold(address)] as const);
  const row = await tx.selectFrom('users').select('id').where(column, '=', value).executeTakeFirst();
  return row ? row.id : null;
}

/** Holds a person against everyone else who would move what is theirs, until the transaction ends. Gives their row. */
export async function lockPerson({ tx, dialect }: TxContext, userId: number): Promise<RowOf<'users'>> {
  const query = tx.selectFrom('users').selectAll().where('id', '=', userId);
  const row = await (dialect.kind === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return row;
}

/** The neighbourhood of an address: /24 of IPv4, /64 of IPv6. Null for what is no address. */
function networkOf(ip: string): string | null {
  if (!ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  const parts = address.kind() === 'ipv4' ? 3 : 8;
  return address.toByteArray().slice(0, parts).join('.');
}

/** An address as attempts of many users are counted by it: IPv4 as it is, IPv6 by its /64. What is no address stays as it is. */
export function countedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : `${networkOf(ip)}/64`;
}

export type HashNetwork = (ip: string | null) => string | null;

/** Networks as they are retained: only equal ones can be told, also where addresses are not recorded. */
export function createHashNetwork(keyring: Pick<Keyring, 'mac'>): HashNetwork {
  return (ip) => {
    const network = ip === null ? null : networkOf(ip);
    return network === null ? null : keyring.mac('search', 'network', network);
  };
}
