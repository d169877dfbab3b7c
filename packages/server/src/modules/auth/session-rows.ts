import { createHash, randomBytes } from 'node:crypto';
import { type Locale, type LocalizedText, localize } from '@gantry/core';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import { judgedTime } from './latest-time.ts';

/** Messages of sessions that are not shared with the clients. */
const words = {
  wrongCaptcha: { zh: '验证码不正确或已过期', en: 'The captcha is incorrect or has expired.' },
  brokenCaptcha: {
    zh: '人机验证服务暂时不可用，请改用图片验证码',
    en: 'The captcha service is unavailable. Enter the characters in the image instead.',
  },
  wrongCode: { zh: '两步验证码不正确或已使用', en: 'The two-factor code is incorrect or was already used.' },
  wrongCurrent: { zh: '当前密码不正确', en: 'The current password is incorrect.' },
  samePassword: { zh: '新密码不能与当前密码相同', en: 'The new password must differ from the current one.' },
  givePassword: { zh: '请输入密码', en: 'Enter your password.' },
  mustChangePassword: { zh: '请先修改密码', en: 'Change your password first.' },
  mustSetTwoFactor: { zh: '请先启用两步验证', en: 'Enable two-factor authentication first.' },
  twoFactorForced: {
    zh: '系统要求启用两步验证，不能关闭',
    en: 'Two-factor authentication is required and cannot be disabled.',
  },
  twoFactorIsOn: { zh: '两步验证已启用', en: 'Two-factor authentication is already enabled.' },
  twoFactorNotStarted: { zh: '请先开始设置两步验证', en: 'Start the setup of two-factor authentication first.' },
  addressNotAllowed: { zh: '不允许从此 IP 登录', en: 'Sign-in from this IP address is not allowed.' },
  tokenReadsOnly: { zh: '此访问令牌只能读取', en: 'This access token is read-only.' },
  notWithToken: { zh: '访问令牌不能执行此操作，请登录后再试', en: 'An access token cannot do this. Sign in instead.' },
  wrongSetupCode: { zh: '初始化码不正确或已失效', en: 'The setup code is incorrect or has expired.' },
  setupDone: { zh: '系统已初始化', en: 'The first admin already exists.' },
  notYourself: { zh: '不能对自己执行此操作', en: 'You cannot do this to your own account.' },
  lastAdmin: { zh: '至少要保留一名可用的管理员', en: 'At least one active admin must remain.' },
  noAreas: { zh: '请至少选择一个菜单，或选择“全部菜单”', en: 'Choose at least one area, or “All areas”.' },
  notThisSession: { zh: '这是当前会话，请直接退出登录', en: 'This is your current session. Sign out instead.' },
  tooManyTokens: { zh: '访问令牌过多，请先吊销不用的', en: 'Too many access tokens. Revoke some first.' },
} as const satisfies Record<string, LocalizedText>;

export function localizeSession(key: keyof typeof words, locale: Locale): string {
  return localize(words[key], locale);
}

/** `session` expires when idle; `token` is for scripts and valid until its expiry date. */
export type TokenKind = 'session' | 'token';

const prefixes: Readonly<Record<TokenKind, string>> = { session: 'adm_', token: 'pat_' };
const shape = /^(?:adm|pat)_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/;

function getChecksum(secret: string): string {
  return createHash('sha256').update(`gantry:${secret}`).digest('base64url').slice(0, 6);
}

/** 256 random bits and a checksum, so that a mistyped token is detected without a database query. */
export function generateToken(kind: TokenKind): string {
  const secret = randomBytes(32).toString('base64url');
  return `${prefixes[kind]}${secret}${getChecksum(secret)}`;
}

/** Whether the string has the format of a token. */
export function isToken(given: string): boolean {
  const [, secret, sum] = shape.exec(given) ?? [];
  return secret !== undefined && sum === getChecksum(secret);
}

/** The hash of a token, which is all that is stored of it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Why a session ended: `replaced` by a newer sign-in, `ended` by an admin or from another session, `logout`, `password` changed,
 * or `disabled` with its user.
 */
export type RevokedCause = 'replaced' | 'ended' | 'logout' | 'password' | 'disabled';

const table = 'admin_sessions';

export interface NewSession {
  readonly adminId: number;
  readonly kind: TokenKind;
  readonly name: string | null;
  readonly readOnly: boolean;
  readonly ip: string;
  readonly userAgent: string;
  readonly expiresAt: number;
}

/** Inserts a session and returns its token, which is not stored. A sign-in with a password counts as a recent step-up. */
export async function insertSession(
  tx: Tx,
  session: NewSession,
  now: number,
): Promise<{ id: number; token: string; expiresAt: number }> {
  const token = generateToken(session.kind);
  const { epoch, latest_at: latestAt } = await tx
    .selectFrom('session_epochs')
    .select(['epoch', 'latest_at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  // The lifetime is measured with the time that the session will be judged by.
  const expiresAt = session.expiresAt + judgedTime(now, latestAt) - now;
  const { id } = await tx
    .insertInto(table)
    .values({
      token_hash: hashToken(token),
      admin_id: session.adminId,
      kind: session.kind,
      name: session.name,
      read_only: session.readOnly ? 1 : 0,
      ip: session.ip,
      user_agent: session.userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      step_up_at: session.kind === 'session' ? now : null,
      epoch,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}

/** Ends all sessions and tokens of a user except one. Returns how many. */
export async function revokeAll(
  tx: Tx,
  adminId: number,
  cause: RevokedCause,
  now: number,
  { keep = null, kind = null }: { keep?: number | null; kind?: TokenKind | null } = {},
): Promise<number> {
  let query = tx
    .updateTable(table)
    .set({ revoked_at: now, revoked_cause: cause, status: 'ended', updated_at: now })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null);
  if (keep !== null) query = query.where('id', '<>', keep);
  if (kind !== null) query = query.where('kind', '=', kind);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Ends one session or token of a user; false when it does not exist. */
export async function revokeOne(
  tx: Tx,
  adminId: number,
  id: number,
  cause: RevokedCause,
  now: number,
  kind: TokenKind | null = null,
): Promise<boolean> {
  let query = tx
    .updateTable(table)
    .set({ revoked_at: now, revoked_cause: cause, status: 'ended', updated_at: now })
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null);
  if (kind !== null) query = query.where('kind', '=', kind);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Valid sessions, or tokens, of a user, the most recently used first. */
export async function listLiveSessions(
  tx: Pick<Tx, 'selectFrom'>,
  adminId: number,
  kind: TokenKind,
  now: number,
): Promise<RowOf<'admin_sessions'>[]> {
  return tx
    .selectFrom(table)
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends the least recently used sessions, so that `keep` are left. */
export async function replaceOldest(tx: Tx, adminId: number, keep: number, now: number): Promise<void> {
  const surplus = (await listLiveSessions(tx, adminId, 'session', now)).slice(keep);
  for (const row of surplus) await revokeOne(tx, adminId, row.id, 'replaced', now);
}
