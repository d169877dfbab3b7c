import { ApiError, memoizePer, type UserGetAnswer, user } from '@gantry/core';
import { createChangedDraft } from '../../../platform/engine/changes.ts';
import { isSameText, type Keyring } from '../../../platform/secrets/keyring.ts';
import { runItem, type ServiceDeps, type ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { createRowCache } from '../../../platform/store/change-signals.ts';
import type { Database, Reader } from '../../../platform/store/database.ts';
import { changeRecord, lockRows } from '../../../platform/store/records.ts';
import { judgedTime } from '../../auth/index.ts';
import { countOpenUsesByUser } from '../../ledger/index.ts';
import {
  deriveEligibility,
  getFirstMembershipByUser,
  getLimits,
  listCurrentMembershipsByUser,
  readMembershipRules,
  readOffered,
} from '../../memberships/index.ts';
import { findRestrictionByUser } from '../../risk/index.ts';
import { countOthersWith, createVerifiedCells, readRealName } from '../real-name.ts';
import { recordVisit } from '../visits.ts';

/** The user of a token, and its expiry. Tokens are not stored, so that any server process can verify them. */
interface UserTokenContent {
  readonly userId: number;
  /** The user's token version when the token was issued; the token is invalid once that changes. */
  readonly version: number;
  /** UTC ms. */
  readonly expiresAt: number;
}

/** What tokens are created with in addition to their content. */
interface TokenMaker {
  readonly keyring: Pick<Keyring, 'mac'>;
  /** The epoch since which token versions have increased without interruption; null for a database that was never restored. */
  readonly epoch: string | null;
}

/**
 * Restoring a backup resets the token versions of users: a revoked token, or one issued between two restores, would become valid
 * again. So tokens from before the last restore are rejected.
 */
async function readTokenEpoch(read: Reader): Promise<string | null> {
  const query = read.selectFrom('session_epochs').select(['epoch', 'restored_at']).where('id', '=', 1);
  const { epoch, restored_at: restoredAt } = await query.executeTakeFirstOrThrow();
  return epoch === 1 ? null : `${epoch} ${restoredAt}`;
}

const shape = /^gut_(\d{1,15})_(\d{1,15})_(\d{1,15})_([0-9a-f]{64})$/;
const getMac = ({ keyring, epoch }: TokenMaker, { userId, version, expiresAt }: UserTokenContent) => {
  const said = [userId, version, expiresAt, ...(epoch === null ? [] : [epoch])].map(String);
  return keyring.mac('session', 'user-token', ...said);
};

function makeUserToken(maker: TokenMaker, content: UserTokenContent): string {
  const { userId, version, expiresAt } = content;
  return ['gut', userId, version, expiresAt, getMac(maker, content)].join('_');
}

/** The time against which user tokens are checked. */
async function getTokenTime(read: Reader, now: number): Promise<number> {
  const query = read.selectFrom('session_epochs').select('latest_at').where('id', '=', 1);
  return judgedTime(now, (await query.executeTakeFirstOrThrow()).latest_at);
}

/** Verifies a token. Throws `notFound` for one that was never issued and `stateConflict` for an expired one. */
function readUserToken(maker: TokenMaker, token: string, now: number): UserTokenContent {
  const [, userId = '', version = '', expiresAt = '', mac = ''] = shape.exec(token) ?? [];
  const content = { userId: Number(userId), version: Number(version), expiresAt: Number(expiresAt) };
  if (mac === '' || !isSameText(getMac(maker, content), mac))
    throw new ApiError('notFound', { data: { token: 'unknown' } });
  if (content.expiresAt <= now) throw new ApiError('stateConflict', { data: { state: 'expired' } });
  return content;
}

const hour = 3_600_000;
type Calls = 'userGet' | 'userGetBatch' | 'userToken' | 'userSeen' | 'userVerify';

export function createUserHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  const { database, settings, clock, keyring, audit, dayOf } = deps;
  return {
    async userSeen({ people }, { write }) {
      const { recordIp } = await settings.read('system', 'privacy');
      const { timezone } = await settings.read('system', 'site');
      const getDayAt = (moment: number) => dayOf(moment, timezone);
      // In the order of user IDs, so that two batch calls never wait for each other.
      const ordered = [...people].sort((one, other) => one.userId - other.userId);
      return write(async (scope) => {
        let seen = 0;
        for (const one of ordered) seen += await recordVisit(scope, one, { recordIp, dayAt: getDayAt });
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
      const [epoch, now] = [await readTokenEpoch(database.read), await getTokenTime(database.read, clock())];
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
      const expiresAt = (await getTokenTime(database.read, clock())) + userSessionHours * hour;
      const maker = { keyring, epoch: await readTokenEpoch(database.read) };
      return { userId, token: makeUserToken(maker, { userId, version, expiresAt }), expiresAt };
    },
  };
}

async function listMemberships(read: Reader, userId: number): Promise<{ status: string; version: number }> {
  const query = read.selectFrom('users').select(['status', 'token_version']).where('id', '=', userId);
  const row = await query.executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return { status: row.status, version: row.token_version };
}

/** Returns what the platform needs to know about a user. Rejects an unknown ID. */
async function loadUserSummary(deps: ServiceDeps, userId: number): Promise<UserGetAnswer> {
  const person = (await loadUserSummaries(deps, [userId])).get(userId);
  if (!person) throw new ApiError('notFound', { data: { userId } });
  return person;
}

/** The models and mini app categories on offer, which are the same for all users. */
const offeredIn = memoizePer(({ changes, read }: Database) =>
  createRowCache(changes, ['ai_models', 'mini_app_categories'], () => readOffered(read)),
);

/** Selects the users with the balances of their wallets. */
const findPeople = (read: Reader, userIds: readonly number[]) =>
  read
    .selectFrom('users as u')
    .leftJoin('wallets as coin', (join) => join.onRef('coin.user_id', '=', 'u.id').on('coin.asset', '=', 'coin'))
    .leftJoin('wallets as compute', (join) =>
      join.onRef('compute.user_id', '=', 'u.id').on('compute.asset', '=', 'compute'),
    )
    .select(['u.id', 'u.username', 'u.status', 'u.token_version', 'u.verified'])
    .select(['coin.balance as coin_balance', 'coin.held as coin_held'])
    .select(['compute.balance as compute_balance', 'compute.held as compute_held'])
    .where('u.id', 'in', userIds)
    .execute();

/** Returns the summaries of several users in as many queries as for one; unknown IDs are left out. */
export async function loadUserSummaries(
  deps: ServiceDeps,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, UserGetAnswer>> {
  const { read } = deps.database;
  const wanted = [...new Set(userIds)];
  const people = await findPeople(read, wanted);
  if (people.length === 0) return new Map();
  const ids = people.map(({ id }) => id);
  const rules = await readMembershipRules(deps.settings);
  const now = { tx: read, at: deps.clock() };
  const memberships = await listCurrentMembershipsByUser(now, rules, ids);
  const first = await getFirstMembershipByUser(now, rules, memberships);
  const offered = await offeredIn(deps.database).get('');
  const open = await countOpenUsesByUser(now, ids);
  const restrictions = await findRestrictionByUser(deps, ids);
  return new Map(
    people.map((person, at) => {
      const userId = person.id;
      const membership = first[at] ?? null;
      const reported: UserGetAnswer = {
        userId,
        username: person.username,
        status: person.status,
        tokenVersion: person.token_version,
        verified: (person.verified ?? 0) === 1,
        vip: { level: membership?.level ?? 0, expiresAt: membership?.expiresAt ?? null },
        membership,
        limits: getLimits(offered, deriveEligibility(memberships[at] ?? [], rules), open.get(userId) ?? 0),
        restriction: restrictions[at] ?? { captcha: false, rejectedUntil: null },
        wallets: {
          coin: { balance: person.coin_balance ?? 0, held: person.coin_held ?? 0 },
          compute: { balance: person.compute_balance ?? 0, held: person.compute_held ?? 0 },
        },
      };
      return [userId, reported];
    }),
  );
}
