import { Fault, type ServiceWallet, user } from '@gantry/core';
import { limitsOf } from '../../membership/limits-of.ts';
import { membershipsNow, standingAmong } from '../../membership/may-use.ts';
import { firstOf } from '../../membership/membership-now.ts';
import { readMembershipRules } from '../../membership/membership-rules.ts';
import { othersWith, verifiedCells } from '../../operations/user/real-name.ts';
import { readRealName } from '../../operations/user/real-name-actions.ts';
import { keepVisit } from '../../operations/user/visits.ts';
import { changedDraft } from '../../resources/changes.ts';
import type { Row } from '../../store/database.ts';
import { changeRecord, lockRows } from '../../store/records.ts';
import { restrictionOf } from '../risk-gate.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

export function userHandlers(needs: ServiceNeeds): ServiceHandlers<'userGet' | 'userSeen' | 'userVerify'> {
  const { database, settings, clock, keyring, audit, dayOf } = needs;
  return {
    async userSeen({ people }, { write }) {
      const { recordIp } = await settings.read('system', 'privacy');
      const { timezone } = await settings.read('system', 'site');
      const dayAt = (moment: number) => dayOf(moment, timezone);
      // In one order of people, so that two of these never wait for each other.
      const ordered = [...people].sort((one, other) => one.userId - other.userId);
      return write(async (scope) => {
        let seen = 0;
        for (const one of ordered) seen += await keepVisit(scope, one, { recordIp, dayAt });
        return { seen };
      });
    },

    async userVerify({ userId, ...given }, { caller, write }) {
      const papers = readRealName(given, caller.locale);
      return write(async ({ tx, dialect, at }) => {
        const [row] = await lockRows(tx, dialect, user, [userId]);
        if (!row) throw new Fault('notFound', { data: { userId } });
        if (row.status === 'deleted') throw new Fault('stateConflict', { data: { state: 'deleted' } });
        const cells = verifiedCells(keyring, userId, papers, at);
        await changeRecord(tx, dialect, user, row, cells, { by: null, at });
        await audit.append(tx, null, changedDraft(user, 'verify', row, cells));
        return { userId, others: await othersWith(tx, keyring, papers.idCard, userId) };
      });
    },

    async userGet({ userId }) {
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
    },
  };
}

function walletIn(rows: readonly Row[], asset: string): ServiceWallet {
  const row = rows.find((one) => one.asset === asset);
  return { balance: Number(row?.balance ?? 0), held: Number(row?.held ?? 0) };
}
