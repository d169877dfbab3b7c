import { ApiError, type ServiceWallet, type UserGetAnswer } from '@gantry/core';
import type { Row } from '../../platform/store/database.ts';
import type { ServiceDeps } from '../clients/service/service-context.ts';
import { openUsesOfEach } from '../ledger/hold-rows.ts';
import { getFirstMembershipByUser } from '../memberships/membership-now.ts';
import { readMembershipRules } from '../memberships/membership-rules.ts';
import { getLimits, readOffered } from '../memberships/quotas/limits-of.ts';
import { deriveEligibility, listCurrentMembershipsByUser } from '../memberships/quotas/may-use.ts';
import { findRestrictionByUser } from '../risk/risk-gate.ts';

/** What the platform must know of a person before it serves them. Refuses an id of nobody. */
export async function loadUserSummary(deps: ServiceDeps, userId: number): Promise<UserGetAnswer> {
  const person = (await loadUserSummaries(deps, [userId])).get(userId);
  if (!person) throw new ApiError('notFound', { data: { userId } });
  return person;
}

/** The same of many by their ids, in as many queries as of one; an id of nobody is not in it. */
export async function loadUserSummaries(
  deps: ServiceDeps,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, UserGetAnswer>> {
  const { read } = deps.database;
  const wanted = [...new Set(userIds)];
  const people = await read.selectFrom('users').selectAll().where('id', 'in', wanted).execute();
  if (people.length === 0) return new Map();
  const ids = people.map(({ id }) => Number(id));
  const wallets = await read
    .selectFrom('wallets')
    .select(['user_id', 'asset', 'balance', 'held'])
    .where('user_id', 'in', ids)
    .execute();
  const rules = await readMembershipRules(deps.settings);
  const now = { tx: read, at: deps.clock() };
  const memberships = await listCurrentMembershipsByUser(now, rules, ids);
  const first = await getFirstMembershipByUser(now, rules, memberships);
  const offered = await readOffered(read);
  const open = await openUsesOfEach(now, ids);
  const restrictions = await findRestrictionByUser(deps, ids);
  return new Map(
    people.map((person, at) => {
      const userId = Number(person.id);
      const membership = first[at] ?? null;
      const reported: UserGetAnswer = {
        userId,
        username: String(person.username),
        status: String(person.status),
        tokenVersion: Number(person.token_version),
        verified: Number(person.verified ?? 0) === 1,
        vip: { level: membership?.level ?? 0, expiresAt: membership?.expiresAt ?? null },
        membership,
        limits: getLimits(offered, deriveEligibility(memberships[at] ?? [], rules), open.get(userId) ?? 0),
        restriction: restrictions[at] ?? { captcha: false, rejectedUntil: null },
        wallets: { coin: walletIn(wallets, userId, 'coin'), power: walletIn(wallets, userId, 'power') },
      };
      return [userId, reported];
    }),
  );
}

function walletIn(rows: readonly Row[], userId: number, asset: string): ServiceWallet {
  const row = rows.find((one) => Number(one.user_id) === userId && one.asset === asset);
  return { balance: Number(row?.balance ?? 0), held: Number(row?.held ?? 0) };
}
