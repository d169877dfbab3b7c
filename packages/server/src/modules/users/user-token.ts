import { ApiError } from '@gantry/core';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isSameText } from '../../platform/secrets/same-text.ts';
import type { Reader } from '../../platform/store/database.ts';
import { judgedTime } from '../auth/latest-time.ts';

/** Whom a token is of, and until when: nothing of it is kept, so that any server process knows it. */
export interface UserTokenContent {
  readonly userId: number;
  /** That of the person when it was given out: once theirs is another, it is good no more. */
  readonly version: number;
  /** UTC ms. */
  readonly expiresAt: number;
}

/** What tokens are made with beside what they say. */
export interface TokenMaker {
  readonly keyring: Pick<Keyring, 'mac'>;
  /** Since when versions of people go up one by one, of `tokenEpoch`; null for a database that was never put back. */
  readonly epoch: string | null;
}

/**
 * A backup brings back the versions of people as they were: a token that was ended since would be good again, and one of between two
 * restorations too. So none of before the last one is known.
 */
export async function readTokenEpoch(read: Reader): Promise<string | null> {
  const query = read.selectFrom('session_epochs').select(['epoch', 'restored_at']).where('id', '=', 1);
  const { epoch, restored_at: restoredAt } = await query.executeTakeFirstOrThrow();
  return Number(epoch) === 1 ? null : `${epoch} ${restoredAt}`;
}

const shape = /^gut_(\d{1,15})_(\d{1,15})_(\d{1,15})_([0-9a-f]{64})$/;
const macOf = ({ keyring, epoch }: TokenMaker, { userId, version, expiresAt }: UserTokenContent) => {
  const said = [userId, version, expiresAt, ...(epoch === null ? [] : [epoch])].map(String);
  return keyring.mac('session', 'user-token', ...said);
};

export function makeUserToken(maker: TokenMaker, content: UserTokenContent): string {
  const { userId, version, expiresAt } = content;
  return ['gut', userId, version, expiresAt, macOf(maker, content)].join('_');
}

/** The time that tokens of users are judged by. */
export async function tokenTime(read: Reader, now: number): Promise<number> {
  const query = read.selectFrom('session_epochs').select('latest_at').where('id', '=', 1);
  return judgedTime(now, (await query.executeTakeFirstOrThrow()).latest_at);
}

/** What a token says. Throws `notFound` for one that was never given out, `stateConflict` for one whose time is over. */
export function readUserToken(maker: TokenMaker, token: string, now: number): UserTokenContent {
  const [, userId = '', version = '', expiresAt = '', mac = ''] = shape.exec(token) ?? [];
  const content = { userId: Number(userId), version: Number(version), expiresAt: Number(expiresAt) };
  if (mac === '' || !isSameText(macOf(maker, content), mac))
    throw new ApiError('notFound', { data: { token: 'unknown' } });
  if (content.expiresAt <= now) throw new ApiError('stateConflict', { data: { state: 'expired' } });
  return content;
}
