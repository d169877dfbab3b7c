import { ApiError } from '@gantry/core';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Caller } from '../../platform/context/context.ts';
import type { Reader, Tx } from '../../platform/store/database.ts';
import { fold } from '../../platform/store/search/words.ts';
import type { SessionDeps } from './session-deps.ts';
import { localizeSession } from './session-rows.ts';

/** How many attempts a name has, and for how long it is then locked. */
interface GuessLimit {
  readonly max: number;
  readonly lockMs: number;
}

interface Reservation {
  /** Attempts in this window, including this one. */
  readonly tries: number;
  /** UTC ms when the window ends and counting restarts. */
  readonly endsAt: number;
}

const table = 'guess_counters';

/**
 * Counts an attempt before it is made, in one statement: of any number of parallel attempts only `max` are within the limit. The
 * window starts with the first attempt. Reaching the limit restarts it, so that the lock lasts for its full duration.
 */
async function reserveGuess(tx: Tx, name: string, limit: GuessLimit, now: number): Promise<Reservation> {
  const endsAt = now + limit.lockMs;
  const over = sql<boolean>`guess_counters.ends_at <= ${now}`;
  const row = await tx
    .insertInto(table)
    .values({ name, tries: 1, started_at: now, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        tries: sql`case when ${over} then 1 else guess_counters.tries + 1 end`,
        started_at: sql`case when ${over} then ${now} else guess_counters.started_at end`,
        ends_at: sql`case when ${over} or guess_counters.tries + 1 = ${limit.max} then ${endsAt} else guess_counters.ends_at end`,
      }),
    )
    .returning(['tries', 'ends_at'])
    .executeTakeFirstOrThrow();
  return { tries: row.tries, endsAt: row.ends_at };
}

/** Returns the reservation that the next attempt would get, without counting it. */
async function planGuess(read: Reader, name: string, now: number): Promise<Reservation> {
  const row = await read
    .selectFrom(table)
    .select(['tries', 'ends_at'])
    .where('name', '=', name)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return { tries: (row?.tries ?? 0) + 1, endsAt: row?.ends_at ?? now };
}

/** Returns a reserved attempt in which nothing was guessed. */
async function returnGuess(tx: Tx, name: string): Promise<void> {
  await tx.updateTable(table).set({ tries: sql`tries - 1` }).where('name', '=', name).where('tries', '>', 0).execute();
}

/** Deletes the attempts of some names, after the user proved their identity or an admin unlocked them. */
async function dropGuesses(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.deleteFrom(table).where('name', 'in', names).execute();
}

/** The error of a locked name, with the seconds until it is unlocked. */
function createTooManyGuessesError(
  endsAt: number,
  now: number,
  extra: Readonly<Record<string, unknown>> = {},
): ApiError {
  const retryAfter = Math.max(1, Math.ceil((endsAt - now) / 1000));
  return new ApiError('tooMany', { retryAfter, data: { retryAfter, ...extra } });
}

/** Attempts at one account after which no captcha helps (NIST 800-63B: at most 100 in a row). */
const hardLimit = 100;
/** A source may make this many times the attempts of a single account. */
const accountsPerSource = 4;

/**
 * The account whose secret is guessed, and the source of the attempt. One guard protects every endpoint where a secret can be
 * guessed.
 */
export interface GuessTarget {
  readonly username: string;
  readonly caller: Caller;
  /** The result of the captcha sent with this attempt; `broken` when its provider could not decide. */
  readonly captcha: 'right' | 'wrong' | 'broken' | 'none';
  /** The guesses of a signed-in user at their own account, which the attempts of others do not lock. */
  readonly signedIn: boolean;
}

/** An attempt that is allowed and already counted. */
export interface Guess {
  readonly names: GuessNames;
  readonly account: Reservation;
  /** The next failure requires an image. */
  readonly captchaNext: boolean;
  /** Until when the account is locked for attempts without an image. */
  readonly lockedUntil: number | null;
}

interface GuessNames {
  readonly account: string;
  readonly pair: string;
  readonly source: string;
}

/** Names and addresses are counted under a keyed hash, so that user input is not stored in plain text. */
function hashSubject({ keyring }: SessionDeps, kind: string, value: string): string {
  return `${kind}:${keyring.mac('session', 'guess', kind, value).slice(0, 32)}`;
}

/** Folds a user name so that case, width and spacing make no difference. */
export function foldName(username: string): string {
  return fold(username).trim();
}

/** The counter name of the account, whether it exists or not. */
function getAccountName(deps: SessionDeps, username: string): string {
  return hashSubject(deps, 'account', foldName(username));
}

function getNames(deps: SessionDeps, { username, caller }: Pick<GuessTarget, 'username' | 'caller'>): GuessNames {
  const account = getAccountName(deps, username);
  const source = hashSubject(deps, 'source', getSourceAddress(caller.ip));
  return { account, pair: `${account}@${source}`, source };
}

function createCaptchaError({ captcha, caller }: GuessTarget): ApiError {
  const data = { captchaRequired: true, ...(captcha === 'broken' ? { captchaPicture: true } : {}) };
  if (captcha === 'none') return new ApiError('captchaNeeded', { data });
  const message = localizeSession(captcha === 'broken' ? 'brokenCaptcha' : 'wrongCaptcha', caller.locale);
  return new ApiError('captchaNeeded', { data, message });
}

/** The three budgets, with this attempt counted. */
interface Budgets {
  readonly source: Reservation;
  readonly account: Reservation;
  readonly pair: Reservation;
}

/** The budget that is used up regardless of any captcha. */
function getSpent({ source, account, pair }: Budgets, max: number): Reservation | undefined {
  if (source.tries > max * accountsPerSource) return source;
  if (pair.tries > max) return pair;
  return account.tries > hardLimit ? account : undefined;
}

/** Rejects an attempt that no captcha can allow, and counts nothing, so that no provider is queried for it. */
export async function rejectSpent(deps: SessionDeps, target: Pick<GuessTarget, 'username' | 'caller'>): Promise<void> {
  const { maxFailures } = await deps.settings.read('system', 'loginSecurity');
  const names = getNames(deps, target);
  const now = deps.clock();
  const planNextGuess = async (name: string) => planGuess(deps.database.read, name, now);
  const [source, account, pair] = [
    await planNextGuess(names.source),
    await planNextGuess(names.account),
    await planNextGuess(names.pair),
  ];
  const spent = getSpent({ source, account, pair }, maxFailures);
  if (spent) throw createTooManyGuessesError(spent.endsAt, now);
}

/**
 * Counts an attempt and allows it, or rejects it and counts nothing. Three budgets: a source, an account from one source, and an
 * account from everywhere. The last one only requires an image, so that attempts of others lock no one out.
 */
export async function takeGuess(deps: SessionDeps, target: GuessTarget): Promise<Guess> {
  const { maxFailures: max, lockMinutes, captchaAfter } = await deps.settings.read('system', 'loginSecurity');
  const names = getNames(deps, target);
  const now = deps.clock();
  const lockMs = lockMinutes * 60_000;
  return deps.database.transaction(async (tx) => {
    const source = await reserveGuess(tx, names.source, { max: max * accountsPerSource, lockMs }, now);
    const account = await reserveGuess(tx, names.account, { max, lockMs }, now);
    const pair = await reserveGuess(tx, names.pair, { max, lockMs }, now);
    const spent = getSpent({ source, account, pair }, max);
    if (spent) throw createTooManyGuessesError(spent.endsAt, now);
    if (!target.signedIn && target.captcha !== 'right') {
      if (target.captcha === 'none' && account.tries > max)
        throw createTooManyGuessesError(account.endsAt, now, { captchaRequired: true });
      if (account.tries > captchaAfter) throw createCaptchaError(target);
    }
    const captchaNext = account.tries >= captchaAfter;
    return { names, account, captchaNext, lockedUntil: account.tries >= max ? account.endsAt : null };
  });
}

/** Returns an attempt in which nothing was guessed. */
export async function refundGuess(tx: Tx, { names }: Guess): Promise<void> {
  await returnGuess(tx, names.source);
  await returnGuess(tx, names.account);
  await returnGuess(tx, names.pair);
}

/** Resets the account after a success, and takes only this attempt from the count of the source. */
export async function clearGuesses(tx: Tx, { names }: Guess): Promise<void> {
  await returnGuess(tx, names.source);
  await dropGuesses(tx, [names.account, names.pair]);
}

/** Unlocks an account for all sources. */
export async function unlockAccount(tx: Tx, deps: SessionDeps, username: string): Promise<void> {
  const account = getAccountName(deps, username);
  await tx
    .deleteFrom('guess_counters')
    .where((where) => where.or([where('name', '=', account), where('name', 'like', `${account}@%`)]))
    .execute();
}

/** The source that guesses are counted under: an IPv4 address, or the /64 network of an IPv6 address. */
function getSourceAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().slice(0, 8);
  return `${Buffer.from(network).toString('hex')}/64`;
}

/** Secrets that one admin may view within an hour: enough to work with, too few to copy them all. */
const shownInAnHour = { max: 10, lockMs: 3_600_000 };

/** Counts a secret that an admin is about to be shown, and rejects when there were too many. */
export async function assertFewShown(tx: Tx, adminId: number, now: number): Promise<void> {
  const { tries, endsAt } = await reserveGuess(tx, `reveal:${adminId}`, shownInAnHour, now);
  if (tries > shownInAnHour.max) throw createTooManyGuessesError(endsAt, now);
}
