import { randomBytes, randomInt } from 'node:crypto';
import { ApiError, type Locale, localize, type UserRegisterAnswer, user, type Values } from '@gantry/core';
import { reportTakenOf } from '../../platform/engine/taken.ts';
import { createHashNetwork } from '../../platform/secrets/network-hash.ts';
import type { ServiceCaller, ServiceDeps } from '../../platform/service-api/service-context.ts';
import { assertAttemptAllowed, countAttempt, hourMs } from '../../platform/store/attempts.ts';
import { type Database, getId, type Row, type Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords, type Stamp } from '../../platform/store/records.ts';
import { fold } from '../../platform/store/search/words.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import {
  createHashMailbox,
  giveRegistrationGift,
  type InviteTools,
  type RegisterTerms,
  readInviteTerms,
  readRegisterTerms,
  recordInvite,
} from '../rewards/index.ts';
import type { CodeTarget } from './codes/verification-codes.ts';

/** A user to be created; the registration settings have been checked before. */
interface NewUser {
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The source of the registration; without it, it depends on whether there is an inviter. */
  readonly source?: string | undefined;
  readonly inviterCode: string | null;
  readonly ip: string | null;
  readonly status: 'active' | 'pending';
  /** Other fields of the record. */
  readonly more: Values;
}

export interface Registration {
  readonly terms: RegisterTerms;
  /** Inserts the user, and in the same transaction the invite and the registration rewards. */
  add(scope: TxContext, newUser: NewUser): Promise<UserRegisterAnswer>;
}

/** Reads the registration settings in advance, so that users can be created within a transaction. */
export async function openRegistration(deps: ServiceDeps, caller: ServiceCaller): Promise<Registration> {
  const { database, settings, keyring, dayOf } = deps;
  const hash = (contact: string) => keyring.mac('search', 'registration', contact);
  const { recordIp } = await settings.read('system', 'privacy');
  const [register, terms] = [await readRegisterTerms(settings), await readInviteTerms(settings)];
  const hashMailbox = createHashMailbox(hash);
  const tools = { register, terms, hashNetwork: createHashNetwork(keyring), hashMailbox, dayOf, hash };
  const operator = { kind: 'service', id: caller.id } as const;
  return {
    terms: register,
    async add(scope, { username, email, phone, inviterCode, ip, status, more, ...newUser }) {
      const { tx, at } = scope;
      await countRegistration(scope, ip, tools);
      const inviterId = inviterCode ? await getInviter(tx, inviterCode, caller.locale) : null;
      const source = newUser.source ?? (inviterId === null ? 'web' : 'invite');
      const recorded = recordIp ? ip : null;
      const values = { ...more, username, email, phone, source, inviterId, registerIp: recorded, status };
      const row = await reportTakenUser(database, caller, () => insertUser(tx, database, values, { by: null, at }));
      const userId = getId(row);
      const code = inviterCode?.trim().toUpperCase() ?? '';
      if (inviterId !== null)
        await recordInvite(scope, { inviterId, inviteeId: userId, code, ip, recorded, email }, tools);
      const gift = await giveRegistrationGift(scope, { userId, email, phone, operator, hash }, register);
      return { userId, username, status, inviteCode: String(row.invite_code), inviterId, gift };
    },
  };
}

/** Generates an unused username for a user who gave none. */
export const generateName = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`;

interface RegisterTools extends InviteTools {
  readonly register: RegisterTerms;
  readonly hash: (contact: string) => string;
}

/** Limits registrations per hour and day from one IP address; without an IP address they are not counted. */
async function countRegistration(scope: TxContext, ip: string | null, { register, hash }: RegisterTools) {
  if (ip === null || ip === '') return;
  const attempt = { kind: 'register', subject: hash(`ip:${ip}`) } as const;
  const { perIpPerHour, perIpPerDay } = register;
  await assertAttemptAllowed(scope, attempt, [
    { max: perIpPerHour, periodMs: hourMs },
    { max: perIpPerDay, periodMs: 24 * hourMs },
  ]);
  await countAttempt(scope, attempt);
}

const noInviter = { zh: '邀请码不存在，请核对后重试', en: 'Invite code not found. Check it and try again.' } as const;

async function getInviter(tx: Tx, code: string, locale: Locale): Promise<number> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('invite_code', '=', code.trim().toUpperCase())
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!row) throw new ApiError('invalid', { errors: { inviterCode: [localize(noInviter, locale)] } });
  return row.id;
}

type RequestContext = Parameters<typeof reportTakenOf>[2];

/** Runs a write of a user and reports a username, email address or phone number that another user has by field. */
export const reportTakenUser = <T>(
  database: Database,
  requestContext: RequestContext,
  write: () => Promise<T>,
): Promise<T> => reportTakenOf(database, user, requestContext, write);

/** Characters that are not easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 10;

function createInviteCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Inserts a user with an invite code. Returns the row. */
export async function insertUser(tx: Tx, { dialect }: Database, values: Values, stamp: Stamp): Promise<Row> {
  const row = createRow(user, { ...values, inviteCode: createInviteCode() }, stamp);
  const [id = 0] = await insertRecords(tx, dialect, user, [row]);
  return { ...row, id };
}

/** Returns the ID of the user with an email address or phone number; null when there is none. */
export async function findHolderId(
  tx: Tx,
  { channel, address }: Pick<CodeTarget, 'channel' | 'address'>,
): Promise<number | null> {
  const [column, value] = channel === 'phone' ? (['phone', address] as const) : (['email_key', fold(address)] as const);
  const row = await tx.selectFrom('users').select('id').where(column, '=', value).executeTakeFirst();
  return row ? row.id : null;
}
