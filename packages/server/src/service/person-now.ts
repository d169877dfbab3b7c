import { Fault, type ServiceWallet, type UserGetAnswer } from '@gantry/core';
import { limitsOf } from '../membership/limits-of.ts';
import { membershipsNow, standingAmong } from '../membership/may-use.ts';
import { firstOf } from '../membership/membership-now.ts';
import { readMembershipRules } from '../membership/membership-rules.ts';
import type { Row } from '../store/database.ts';
import { restrictionOf } from './risk-gate.ts';
import type { ServiceNeeds } from './service-context.ts';

/** What the platform must know of a person before it serves them. Refuses an id of nobody. */
export async function personNow(needs: ServiceNeeds, userId: number): Promise<UserGetAnswer> {
  const { database, settings, clock } = needs;
  const person = await database.read.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!person) throw new Fault('notFound', { data: { userId } });
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
    username: String(person.username),
    status: String(person.status),
    tokenVersion: Number(person.token_version),
    verified: Number(person.verified ?? 0) === 1,
    vip: { level: membership?.level ?? 0, expiresAt: membership?.expiresAt ?? null },
    membership,
    limits: await limitsOf(now, userId, standingAmong(memberships, rules)),
    restriction: await restrictionOf(needs, userId),
    wallets: { coin: walletIn(wallets, 'coin'), power: walletIn(wallets, 'power') },
  };
}

function walletIn(rows: readonly Row[], asset: string): ServiceWallet {
  const row = rows.find((one) => one.asset === asset);
  return { balance: Number(row?.balance ?? 0), held: Number(row?.held ?? 0) };
}
