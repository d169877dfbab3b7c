import { loginLog } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { SessionDeps } from './session-needs.ts';

export type LoginResult = 'ok' | 'wrong' | 'captcha' | 'twoFactor' | 'locked' | 'disabled';

/** The client's own words about itself, in one line that a terminal may show. */
export function shortenUserAgent(header: string | undefined): string {
  return (header ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, 255);
}

/** The address as it may be kept: not at all when the settings say so. */
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

/** One row of the sign-in log, in the transaction of what it tells. */
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
