import { Fault, type ServiceWallet, type UserGetAnswer } from '@gantry/core';
import { limitsOf, readOffered } from '../membership/limits-of.ts';
import { membershipsOfEach, standingAmong } from '../membership/may-use.ts';
import { firstOfEach } from '../membership/membership-now.ts';
import { readMembershipRules } from '../membership/membership-rules.ts';
import { openUsesOfEach } from '../money/hold-rows.ts';
import type { Row } from '../store/database.ts';
import { restrictionOfEach } from './risk-gate.ts';
import type { ServiceNeeds } from './service-context.ts';

/** What the platform must know of a person before it serves them. Refuses an id of nobody. */
export async function personNow(needs: ServiceNeeds, userId: number): Promise<UserGetAnswer> {
  const person = (await peopleNow(needs, [userId])).get(userId);
  if (!person) throw new Fault('notFound', { data: { userId } });
  return person;
}

/** The same of many by their ids, in as many queries as of one; an id of nobody is not in it. */
export async function peopleNow(
  needs: ServiceNeeds,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, UserGetAnswer>> {
  const { read } = needs.database;
  const wanted = [...new Set(userIds)];
  const people = await read.selectFrom('users').selectAll().where('id', 'in', wanted).execute();
  if (people.length === 0) return new Map();
  const ids = people.map(({ id }) => Number(id));
  const wallets = await read
    .selectFrom('wallets')
    .select(['user_id', 'asset', 'balance', 'held'])
    .where('user_id', 'in', ids)
    .execute();
  const rules = await readMembershipRules(needs.settings);
  const now = { tx: read, at: needs.clock() };
  const memberships = await membershipsOfEach(now, rules, ids);
  const first = await firstOfEach(now, rules, memberships);
  const offered = await readOffered(read);
  const open = await openUsesOfEach(now, ids);
  const restrictions = await restrictionOfEach(needs, ids);
  return new Map(
    people.map((person, at) => {
      const userId = Number(person.id);
      const membership = first[at] ?? null;
      const told: UserGetAnswer = {
        userId,
        username: String(person.username),
        status: String(person.status),
        tokenVersion: Number(person.token_version),
        verified: Number(person.verified ?? 0) === 1,
        vip: { level: membership?.level ?? 0, expiresAt: membership?.expiresAt ?? null },
        membership,
        limits: limitsOf(offered, standingAmong(memberships[at] ?? [], rules), open.get(userId) ?? 0),
        restriction: restrictions[at] ?? { captcha: false, refusedUntil: null },
        wallets: { coin: walletIn(wallets, userId, 'coin'), power: walletIn(wallets, userId, 'power') },
      };
      return [userId, told];
    }),
  );
}

function walletIn(rows: readonly Row[], userId: number, asset: string): ServiceWallet {
  const row = rows.find((one) => Number(one.user_id) === userId && one.asset === asset);
  return { balance: Number(row?.balance ?? 0), held: Number(row?.held ?? 0) };
}
