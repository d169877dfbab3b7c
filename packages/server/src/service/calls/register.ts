import { Fault } from '@gantry/core';
import { codeFault, refusalOfCodes } from '../../codes/contact-codes.ts';
import { isRegionCode } from '../../distribution/regions.ts';
import type { MoneyScope } from '../../money/posting.ts';
import { insertUser } from '../../operations/user/insert-user.ts';
import { tellingTakenUser } from '../../operations/user/taken-user.ts';
import { assertFewAttempts, countAttempt, hourMs } from '../../rewards/attempts.ts';
import { readInviteTerms } from '../../rewards/invite-terms.ts';
import { createHashNetwork } from '../../rewards/network.ts';
import { type InviteTools, recordInvite } from '../../rewards/record-invite.ts';
import { assertMayRegister } from '../../rewards/register-rules.ts';
import { type RegisterTerms, readRegisterTerms } from '../../rewards/register-terms.ts';
import { giveRegistrationGift } from '../../rewards/registration-gift.ts';
import type { Tx } from '../../store/database.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

/** A new person: who invited them is written down and what they get for coming is given in the same transaction. */
export function registerHandlers(needs: ServiceNeeds): ServiceHandlers<'userRegister'> {
  const { database, settings, keyring, dayOf } = needs;
  const hashNetwork = createHashNetwork(keyring);
  const hash = (contact: string) => keyring.mac('search', 'registration', contact);
  return {
    async userRegister({ inviterCode, ip = null, pending, emailCode, phoneCode, ...given }, { caller, write }) {
      const { recordIp } = await settings.read('system', 'privacy');
      const [register, terms] = [await readRegisterTerms(settings), await readInviteTerms(settings)];
      const { email, phone, ...rest } = emptied(given);
      const reached = { email: textOf(email), phone: textOf(phone) };
      assertMayRegister(register, reached, caller.locale);
      if (textOf(rest.regionCode) !== null && !isRegionCode(String(rest.regionCode)))
        throw new Fault('invalid', { errors: { regionCode: ['there is no such region'] } });
      const tools = { register, terms, hashNetwork, dayOf, hash };
      const contacts = { ...reached, emailCode: emailCode ?? null, phoneCode: phoneCode ?? null };
      // A refusal is kept like an answer, since a try was counted.
      const ended = await write(async (scope) => {
        const { tx, at } = scope;
        const refusal = await refusalOfCodes(scope, contacts, 'register', register, keyring);
        if (refusal) return { refusal };
        await countRegistration(scope, ip, tools);
        const inviterId = inviterCode ? await inviterOf(tx, inviterCode) : null;
        const source = given.source ?? (inviterId === null ? 'web' : 'invite');
        const status = pending ? 'pending' : 'active';
        const recorded = recordIp ? ip : null;
        const values = { ...rest, email, phone, source, inviterId, registerIp: recorded, status };
        const row = await tellingTakenUser(database, caller, () => insertUser(tx, database, values, { by: null, at }));
        const userId = Number(row.id);
        const operator = { kind: 'service', id: caller.id } as const;
        const code = inviterCode?.trim().toUpperCase() ?? '';
        if (inviterId !== null) await recordInvite(scope, { inviterId, inviteeId: userId, code, ip, recorded }, tools);
        const person = { userId, ...reached, operator, hash };
        const gift = await giveRegistrationGift(scope, person, register);
        return { userId, username: given.username, status, inviteCode: String(row.invite_code), inviterId, gift };
      });
      if ('refusal' in ended) throw codeFault(ended.refusal, caller.locale);
      return ended;
    },
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface RegisterTools extends InviteTools {
  readonly register: RegisterTerms;
  readonly hash: (contact: string) => string;
}

/** So many people an hour and a day from one address; where it is not told, nobody is counted. */
async function countRegistration(scope: MoneyScope, ip: string | null, { register, hash }: RegisterTools) {
  if (ip === null || ip === '') return;
  const attempt = { kind: 'register', subject: hash(`ip:${ip}`) } as const;
  const { perIpPerHour, perIpPerDay } = register;
  await assertFewAttempts(scope, attempt, [
    { most: perIpPerHour, span: hourMs },
    { most: perIpPerDay, span: 24 * hourMs },
  ]);
  await countAttempt(scope, attempt);
}

/** Empty text is none: two people without an address share it. */
function emptied(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  );
}

async function inviterOf(tx: Tx, code: string): Promise<number> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('invite_code', '=', code.trim().toUpperCase())
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!row) throw new Fault('invalid', { errors: { inviterCode: ['there is no such code'] } });
  return Number(row.id);
}
