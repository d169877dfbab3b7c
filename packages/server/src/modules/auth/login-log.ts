import {
  ApiError,
  type Catalogue,
  getActionLabel,
  getSubjectLabel,
  type Locale,
  loginLog,
  type OperationLogAnswer,
  type Translate,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { SessionDeps } from './session-deps.ts';

export type LoginResult = 'ok' | 'wrong' | 'captcha' | 'twoFactor' | 'locked' | 'disabled';

/** Shortens the client's user agent to one line that is safe to print in a terminal. */
export function shortenUserAgent(header: string | undefined): string {
  return (header ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, 255);
}

/** The address as it may be stored: not at all when the settings say so. */
export async function getLoggedIp({ settings }: SessionDeps, ip: string): Promise<string> {
  const { recordIp } = await settings.read('system', 'privacy');
  return recordIp ? ip : '';
}

export interface LoginAttempt {
  readonly username: string;
  readonly ip: string;
  readonly userAgent: string;
}

export async function createLoginAttempt(
  deps: SessionDeps,
  caller: Caller,
  username: string,
  userAgent: string,
): Promise<LoginAttempt> {
  return { username, ip: await getLoggedIp(deps, caller.ip), userAgent };
}

/** Writes one row of the sign-in log, in the transaction of the attempt that it records. */
export async function logLogin(
  tx: Tx,
  { database, clock }: SessionDeps,
  { username, ip, userAgent }: LoginAttempt,
  result: LoginResult,
): Promise<void> {
  const values = { username, ip: ip || null, userAgent, result };
  const row = createRow(loginLog, values, { by: null, at: clock() });
  await insertRecords(tx, database.dialect, loginLog, [row]);
}

function getActionWords(row: RowOf<'audit_entries'>, catalogue: Catalogue, locale: Locale, t: Translate): string {
  const [resource, action] = [row.resource ?? '', row.action ?? ''];
  const found = catalogue.resources.find((entry) => entry.name === resource) ?? null;
  const words = `${getActionLabel(found, action, { locale, t })} · ${getSubjectLabel(catalogue, resource, locale)}`;
  return row.resource_id === null ? words : `${words} #${row.resource_id}`;
}

/** The audit log of the caller's own actions, newest first. The cursor is the id after which the next page starts. */
export async function readOperationLog(
  { database, catalogue }: SessionDeps,
  { actor, locale, t }: Caller,
  cursor: string | null,
  pageSize: number,
): Promise<OperationLogAnswer> {
  const before = cursor === null ? null : Number(cursor);
  if (before !== null && !(Number.isSafeInteger(before) && before > 0))
    throw new ApiError('invalid', { errors: { cursor: [t('validation.invalid', { field: 'cursor' })] } });
  let query = database.read.selectFrom('audit_entries').selectAll().where('actor_id', '=', actor.id);
  if (before !== null) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const page = rows.slice(0, pageSize);
  const items = page.map((row) => ({
    key: String(row.id),
    contentNumber: String(row.count ?? 1),
    updateContent: getActionWords(row, catalogue, locale, t),
    status: row.result === 'ok' ? (1 as const) : (0 as const),
    updateTime: row.created_at,
  }));
  return { items, nextCursor: rows.length > pageSize ? String(page.at(-1)?.id) : null };
}
