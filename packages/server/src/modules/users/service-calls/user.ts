import { ApiError, user } from '@gantry/core';
import { createChangedDraft } from '../../../platform/engine/changes.ts';
import type { Reader } from '../../../platform/store/database.ts';
import { changeRecord, lockRows } from '../../../platform/store/records.ts';
import type { ServiceDeps, ServiceHandlers } from '../../clients/service/service-context.ts';
import { runItem } from '../../clients/service/service-item.ts';
import { loadUserSummaries, loadUserSummary } from '../load-user-summary.ts';
import { countOthersWith, createVerifiedCells } from '../real-name.ts';
import { readRealName } from '../real-name-actions.ts';
import { makeUserToken, readTokenEpoch, readUserToken, tokenTime } from '../user-token.ts';
import { keepVisit } from '../visits.ts';

const hour = 3_600_000;
type Calls = 'userGet' | 'userGetBatch' | 'userToken' | 'userSeen' | 'userVerify';

export function createUserHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  const { database, settings, clock, keyring, audit, dayOf } = deps;
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
        if (!row) throw new ApiError('notFound', { data: { userId } });
        if (row.status === 'deleted') throw new ApiError('stateConflict', { data: { state: 'deleted' } });
        const cells = createVerifiedCells(keyring, userId, papers, at);
        await changeRecord(tx, dialect, user, row, cells, { by: null, at });
        await audit.append(tx, null, createChangedDraft(user, 'verify', row, cells));
        return { userId, others: await countOthersWith(tx, keyring, papers.idCard, userId) };
      });
    },

    async userGet({ userId, token }) {
      if (token === undefined) return loadUserSummary(deps, userId ?? 0);
      const [epoch, now] = [await readTokenEpoch(database.read), await tokenTime(database.read, clock())];
      const known = readUserToken({ keyring, epoch }, token, now);
      const person = await loadUserSummary(deps, known.userId);
      if (person.tokenVersion !== known.version) throw new ApiError('stateConflict', { data: { state: 'ended' } });
      return person;
    },

    async userGetBatch({ userIds }, { caller }) {
      const people = await loadUserSummaries(deps, userIds);
      const reported = (userId: number) => {
        const person = people.get(userId);
        if (!person) throw new ApiError('notFound', { data: { userId } });
        return person;
      };
      return { items: await Promise.all(userIds.map((userId) => runItem(caller.locale, () => reported(userId)))) };
    },

    async userToken({ userId }) {
      const { userSessionHours } = await settings.read('system', 'loginSecurity');
      const { status, version } = await listMemberships(database.read, userId);
      if (status !== 'active') throw new ApiError('stateConflict', { data: { state: status } });
      const expiresAt = (await tokenTime(database.read, clock())) + userSessionHours * hour;
      const maker = { keyring, epoch: await readTokenEpoch(database.read) };
      return { userId, token: makeUserToken(maker, { userId, version, expiresAt }), expiresAt };
    },
  };
}

async function listMemberships(read: Reader, userId: number): Promise<{ status: string; version: number }> {
  const query = read.selectFrom('users').select(['status', 'token_version']).where('id', '=', userId);
  const row = await query.executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return { status: String(row.status), version: Number(row.token_version) };
}
