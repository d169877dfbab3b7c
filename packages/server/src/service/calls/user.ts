import { Fault, type ServiceWallet } from '@gantry/core';
import { limitsOf } from '../../membership/limits-of.ts';
import { membershipNow } from '../../membership/membership-now.ts';
import { readMembershipRules } from '../../membership/membership-rules.ts';
import type { Row } from '../../store/database.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

export function userHandlers({ database, settings, clock }: ServiceNeeds): ServiceHandlers<'userGet'> {
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
      const now = { tx: database.read, at: clock() };
      const membership = await membershipNow(now, rules, userId);
      return {
        userId,
        username: String(user.username),
        status: String(user.status),
        tokenVersion: Number(user.token_version),
        vip: { level: membership?.level ?? 0, expiresAt: membership?.expiresAt ?? null },
        membership,
        limits: await limitsOf(now, rules, userId),
        wallets: { coin: walletIn(wallets, 'coin'), power: walletIn(wallets, 'power') },
      };
    },
  };
}

function walletIn(rows: readonly Row[], asset: string): ServiceWallet {
  const row = rows.find((one) => one.asset === asset);
  return { balance: Number(row?.balance ?? 0), held: Number(row?.held ?? 0) };
}
