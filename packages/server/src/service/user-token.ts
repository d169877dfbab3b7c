import { Fault } from '@gantry/core';
import type { Keyring } from '../secrets/keyring.ts';
import { isSameText } from '../secrets/same-text.ts';

/** Whom a token is of, and until when: nothing of it is kept, so that any server process knows it. */
export interface UserTokenContent {
  readonly userId: number;
  /** That of the person when it was given out: once theirs is another, it is good no more. */
  readonly version: number;
  /** UTC ms. */
  readonly expiresAt: number;
}

const shape = /^gut_(\d{1,15})_(\d{1,15})_(\d{1,15})_([0-9a-f]{64})$/;
const macOf = (keyring: Pick<Keyring, 'mac'>, { userId, version, expiresAt }: UserTokenContent) =>
  keyring.mac('session', 'user-token', String(userId), String(version), String(expiresAt));

export function makeUserToken(keyring: Pick<Keyring, 'mac'>, content: UserTokenContent): string {
  const { userId, version, expiresAt } = content;
  return ['gut', userId, version, expiresAt, macOf(keyring, content)].join('_');
}

/** What a token says. Throws `notFound` for one that was never given out, `stateConflict` for one whose time is over. */
export function readUserToken(keyring: Pick<Keyring, 'mac'>, token: string, now: number): UserTokenContent {
  const [, userId = '', version = '', expiresAt = '', mac = ''] = shape.exec(token) ?? [];
  const content = { userId: Number(userId), version: Number(version), expiresAt: Number(expiresAt) };
  if (mac === '' || !isSameText(macOf(keyring, content), mac))
    throw new Fault('notFound', { data: { token: 'unknown' } });
  if (content.expiresAt <= now) throw new Fault('stateConflict', { data: { state: 'expired' } });
  return content;
}
