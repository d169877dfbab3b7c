import { Fault, type ServiceBody, type ServiceCalls, type ServiceWallet } from '@gantry/core';
import { limitsOf } from '../../membership/limits-of.ts';
import { membershipsNow, standingAmong } from '../../membership/may-use.ts';
import { firstOf } from '../../membership/membership-now.ts';
import { readMembershipRules } from '../../membership/membership-rules.ts';
import type { MoneyScope } from '../../money/posting.ts';
import type { Row } from '../../store/database.ts';
import { restrictionOf } from '../risk-gate.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

type Visit = ServiceBody<ServiceCalls['userSeen']>['people'][number];

export function userHandlers(needs: ServiceNeeds): ServiceHandlers<'userGet' | 'userSeen'> {
  const { database, settings, clock } = needs;
  return {
    async userSeen({ people }, { write }) {
      const { recordIp } = await settings.read('system', 'privacy');
      // In one order of people, so that two of these never wait for each other.
      const ordered = [...people].sort((one, other) => one.userId - other.userId);
      return write(async (scope) => {
        let seen = 0;
        for (const one of ordered) seen += await keepVisit(scope, one, recordIp);
        return { seen };
      });
    },

    async userGet({ userId }) {
      const user = await database.read.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
      if (!user) throw new Fault('notFound', { data: { userId } });
      const wallets = await database.read
        .selectFrom('wallets')
        .select(['asset', 'balance', 'held'])
        .where('user_id', '=', userId)
        .execute();
      const rules = await readMembershipRules(settings);
      const now = { tx: database.read, at: clock() };
      const memberships = await membershipsNow(now, rules, userId);
      const membership = await firstOf(now, rules, memberships);
      return {
        userId,
        username: String(user.username),
        status: String(user.status),
        tokenVersion: Number(user.token_version),
        vip: { level: membership?.level ?? 0, expiresAt: membership?.expiresAt ?? null },
        membership,
        limits: await limitsOf(now, userId, standingAmong(memberships, rules)),
        restriction: await restrictionOf(needs, userId),
        wallets: { coin: walletIn(wallets, 'coin'), power: walletIn(wallets, 'power') },
      };
    },
  };
}

/** A moment after the present is no visit: clocks of services run apart. */
async function keepVisit({ tx, at: now }: MoneyScope, one: Visit, recordIp: boolean): Promise<number> {
  const at = Math.min(one.at ?? now, now);
  const signIn = one.signedIn ? { last_login_at: at, last_login_ip: recordIp ? (one.ip ?? null) : null } : null;
  const own = tx.updateTable('users').where('id', '=', one.userId).where('status', '!=', 'deleted');
  await own
    .set({ last_active_at: at })
    .where((where) => where.or([where('last_active_at', 'is', null), where('last_active_at', '<', at)]))
    .execute();
  if (signIn)
    await own
      .set(signIn)
      .where((where) => where.or([where('last_login_at', 'is', null), where('last_login_at', '<', at)]))
      .execute();
  const known = tx.selectFrom('users').select('id').where('id', '=', one.userId).where('status', '!=', 'deleted');
  return (await known.executeTakeFirst()) ? 1 : 0;
}

function walletIn(rows: readonly Row[], asset: string): ServiceWallet {
  const row = rows.find((one) => one.asset === asset);
  return { balance: Number(row?.balance ?? 0), held: Number(row?.held ?? 0) };
}
