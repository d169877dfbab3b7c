import { Fault, user } from '@gantry/core';
import { othersWith, verifiedCells } from '../../operations/user/real-name.ts';
import { readRealName } from '../../operations/user/real-name-actions.ts';
import { keepVisit } from '../../operations/user/visits.ts';
import { changedDraft } from '../../resources/changes.ts';
import type { Reader } from '../../store/database.ts';
import { changeRecord, lockRows } from '../../store/records.ts';
import { peopleNow, personNow } from '../person-now.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';
import { itemOf } from '../service-item.ts';
import { makeUserToken, readUserToken, tokenEpoch, tokenTime } from '../user-token.ts';

const hour = 3_600_000;
type Calls = 'userGet' | 'userGetBatch' | 'userToken' | 'userSeen' | 'userVerify';

export function userHandlers(needs: ServiceNeeds): ServiceHandlers<Calls> {
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

    async userGet({ userId, token }) {
      if (token === undefined) return personNow(needs, userId ?? 0);
      const [epoch, now] = [await tokenEpoch(database.read), await tokenTime(database.read, clock())];
      const known = readUserToken({ keyring, epoch }, token, now);
      const person = await personNow(needs, known.userId);
      if (person.tokenVersion !== known.version) throw new Fault('stateConflict', { data: { state: 'ended' } });
      return person;
    },

    async userGetBatch({ userIds }, { caller }) {
      const people = await peopleNow(needs, userIds);
      const told = (userId: number) => {
        const person = people.get(userId);
        if (!person) throw new Fault('notFound', { data: { userId } });
        return person;
      };
      return { items: await Promise.all(userIds.map((userId) => itemOf(caller.locale, () => told(userId)))) };
    },

    async userToken({ userId }) {
      const { userSessionHours } = await settings.read('system', 'loginSecurity');
      const { status, version } = await standingOf(database.read, userId);
      if (status !== 'active') throw new Fault('stateConflict', { data: { state: status } });
      const expiresAt = (await tokenTime(database.read, clock())) + userSessionHours * hour;
      const maker = { keyring, epoch: await tokenEpoch(database.read) };
      return { userId, token: makeUserToken(maker, { userId, version, expiresAt }), expiresAt };
    },
  };
}

async function standingOf(read: Reader, userId: number): Promise<{ status: string; version: number }> {
  const query = read.selectFrom('users').select(['status', 'token_version']).where('id', '=', userId);
  const row = await query.executeTakeFirst();
  if (!row) throw new Fault('notFound', { data: { userId } });
  return { status: String(row.status), version: Number(row.token_version) };
}
