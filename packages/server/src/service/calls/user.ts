import { Fault, type ServiceWallet } from '@gantry/core';
import { membershipNow } from '../../membership/membership-now.ts';
import { readMembershipRules } from '../../membership/membership-rules.ts';
import { insertUser } from '../../operations/user/insert-user.ts';
import { tellingTakenUser } from '../../operations/user/taken-user.ts';
import type { Row, Tx } from '../../store/database.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

export function userHandlers({ database, settings, clock }: ServiceNeeds): ServiceHandlers<'userGet' | 'userRegister'> {
  return {
    async userGet({ userId }) {
      const user = await database.read.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
      if (!user) throw new Fault('notFound', { data: { userId } });
      const wallets = await database.read
        .selectFrom('wallets')
        .select(['asset', 'balance', 'held'])
        .where('user_id', '=', userId)
        .execute();
      const rules = await readMembershipRules(settings);
      const membership = await membershipNow({ tx: database.read, at: clock() }, rules, userId);
      return {
        userId,
        username: String(user.username),
        status: String(user.status),
        tokenVersion: Number(user.token_version),
        vip: { level: membership?.level ?? 0, expiresAt: membership?.expiresAt ?? null },
        membership,
        wallets: { coin: walletIn(wallets, 'coin'), power: walletIn(wallets, 'power') },
      };
    },

    async userRegister({ inviterCode, ip, pending, ...given }, { caller, write }) {
      const { recordIp } = await settings.read('system', 'privacy');
      return write(async ({ tx, at }) => {
        const inviterId = inviterCode ? await inviterOf(tx, inviterCode) : null;
        const source = given.source ?? (inviterId === null ? 'web' : 'invite');
        const status = pending ? 'pending' : 'active';
        const values = { ...emptied(given), source, inviterId, registerIp: recordIp ? (ip ?? null) : null, status };
        const row = await tellingTakenUser(database, caller, () => insertUser(tx, database, values, { by: null, at }));
        const userId = Number(row.id);
        return { userId, username: given.username, status, inviteCode: String(row.invite_code), inviterId };
      });
    },
  };
}

function walletIn(rows: readonly Row[], asset: string): ServiceWallet {
  const row = rows.find((one) => one.asset === asset);
  return { balance: Number(row?.balance ?? 0), held: Number(row?.held ?? 0) };
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
