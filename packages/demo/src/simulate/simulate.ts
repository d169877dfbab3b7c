import { createHash, createHmac, randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  createServiceClient,
  fillText,
  localize,
  ResponseError,
  type ServiceApiClient,
  type ServiceCallName,
  type ServiceCredentials,
  type ServiceSigner,
} from '@gantry/core';
import { applyProfile, type Context, findPlace } from '../../../cli/src/context/context.ts';
import { CliError, exitCodes } from '../../../cli/src/context/exit.ts';
import { createTransport } from '../../../cli/src/http/transport.ts';
import { confirm } from '../../../cli/src/prompts/ask.ts';
import type { SimulatedCall } from './simulate-action.ts';
import { createPlatform, type Platform } from './simulate-actions.ts';
import { readStock } from './simulate-stock.ts';
import { simulateWords as words } from './simulate-words.ts';

interface CallStat {
  sent: number;
  ok: number;
  /** By code; `0` is no answer at all. */
  rejected: Record<string, number>;
}

interface CallStats {
  readonly calls: Partial<Record<ServiceCallName, CallStat>>;
  /** ms from sending to the answer. */
  readonly times: number[];
  /** Calls that were not begun, since so many were waiting for an answer already. */
  skipped: number;
}

/** Calls that may wait for an answer at once. */
const maxWaiting = 256;

const createCallStats = (): CallStats => ({ calls: {}, times: [], skipped: 0 });

/** Makes one call and counts what came back. */
async function make({ name, run }: SimulatedCall, counter: CallStats): Promise<void> {
  const call: CallStat = counter.calls[name] ?? { sent: 0, ok: 0, rejected: {} };
  counter.calls[name] = call;
  call.sent += 1;
  const begun = performance.now();
  try {
    await run();
    call.ok += 1;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const code = String(error.code ?? 0);
    call.rejected[code] = (call.rejected[code] ?? 0) + 1;
  }
  counter.times.push(performance.now() - begun);
}

/** Begins so many calls a second for so many seconds, whether or not the earlier ones have been answered; then waits for all. */
async function runAtRate(next: () => SimulatedCall, rate: number, seconds: number, counter: CallStats): Promise<void> {
  const waiting = new Set<Promise<void>>();
  const begun = performance.now();
  const all = rate * seconds;
  for (let count = 0; count < all; count += 1) {
    const due = begun + (count * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    if (waiting.size >= maxWaiting) {
      counter.skipped += 1;
      continue;
    }
    const work = make(next(), counter).finally(() => waiting.delete(work));
    waiting.add(work);
  }
  await Promise.all(waiting);
}

/** What the command line asks for. */
export interface SimulateFlags {
  readonly rate: string;
  readonly seconds: string;
  readonly users: string;
  readonly client?: string | undefined;
  readonly people?: string | undefined;
  readonly codes?: string | undefined;
  readonly sign?: boolean | undefined;
}

interface Borrowed extends ServiceCredentials {
  /** Gives up what was made for this run. */
  end(): Promise<void>;
}

const signer: ServiceSigner = {
  now: Date.now,
  newNonce: randomUUID,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  hmac: (secret, text) => createHmac('sha256', secret).update(text).digest('hex'),
};

/** What each simulated person starts with, in points of each asset. */
const fortune = 100_000;

function integerSchema(given: string, context: Context): number {
  const value = Number(given);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new CliError(localize(words.bad, context.locale), exitCodes.usage);
}

/** Calls a second; one in twenty seconds is 0.05. */
function rateOf(given: string, context: Context): number {
  const rate = Number(given);
  if (/^\d{1,5}(\.\d{1,3})?$/.test(given) && rate > 0) return rate;
  throw new CliError(localize(words.bad, context.locale), exitCodes.usage);
}

/** The client that was named, with its secret from GANTRY_SERVICE_SECRET; else one of its own, which goes at the end. */
async function credentials(flags: SimulateFlags, context: Context): Promise<Borrowed> {
  const clientId = flags.client ?? process.env.GANTRY_SERVICE_CLIENT;
  const secret = process.env.GANTRY_SERVICE_SECRET;
  if (clientId && secret) return { clientId, secret, end: async () => {} };
  const admin = await context.client();
  const name = `simulate-${randomUUID().slice(0, 8)}`;
  const values = { name, scopes: ['all'], ratePerMinute: 10_000_000, signedOnly: flags.sign === true };
  const options = { idempotencyKey: randomUUID() };
  const made = await admin.call<ServiceCredentials & { id: number; version: number }>(
    '/service-client/create',
    values,
    options,
  );
  const end = () => admin.call('/service-client/disable', { id: made.id }, { idempotencyKey: randomUUID() });
  return { clientId: made.clientId, secret: made.secret, end: async () => void (await end()) };
}

/** New people with credits; whoever simulates as an admin gives them. */
async function people(api: ServiceApiClient, admin: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { userId } = await api.call('userRegister', { username: `sim-${randomUUID().slice(0, 13)}` });
    for (const asset of ['coin', 'power']) {
      const gift = { id: userId, asset, amount: fortune, reason: 'simulated traffic' };
      await admin.call('/user/adjust-balance', gift, { idempotencyKey: randomUUID() });
    }
    ids.push(userId);
  }
  return ids;
}

/** It makes users, balances and orders: never on production, and at a terminal only after a yes. */
async function assertNoProduction(context: Context): Promise<void> {
  const { server, production } = await findPlace(context);
  if (production !== null)
    throw new CliError(localize(words.onProduction, context.locale), exitCodes.denied, {
      hint: context.t('cli.productionBanner', { name: production, server }),
    });
  if (context.isTty) await confirm(context, fillText(words.confirm, { server }, context.locale));
}

/** User IDs, separated by commas. */
function parsePeople(named: string, context: Context): number[] {
  return named.split(',').map((id) => integerSchema(id, context));
}

/** Those who were named, or new ones. */
async function whom(
  { people: named, users }: SimulateFlags,
  api: ServiceApiClient,
  context: Context,
): Promise<number[]> {
  if (named !== undefined) return parsePeople(named, context);
  return people(api, await context.client(), integerSchema(users, context));
}

/** Codes of a file, one a line. */
async function codesOf({ codes }: SimulateFlags): Promise<string[]> {
  if (codes === undefined) return [];
  const { readFile } = await import('node:fs/promises');
  return (await readFile(codes, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
}

const share = (times: readonly number[], part: number) =>
  Math.round((times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0) * 10) / 10;

/** What was sent and what came back. */
function summary(counter: CallStats, platform: Platform, seconds: number) {
  const calls = Object.values(counter.calls);
  const rejected: Record<string, number> = {};
  for (const call of calls)
    for (const [code, count] of Object.entries(call.rejected)) rejected[code] = (rejected[code] ?? 0) + count;
  const times = [...counter.times].sort((one, other) => one - other);
  const sent = calls.reduce((sum, call) => sum + call.sent, 0);
  return {
    sent,
    ok: calls.reduce((sum, call) => sum + call.ok, 0),
    rejected,
    skipped: counter.skipped,
    seconds: Math.round(seconds * 10) / 10,
    perSecond: Math.round((sent / seconds) * 10) / 10,
    ms: { p50: share(times, 0.5), p95: share(times, 0.95), max: share(times, 1) },
    charged: platform.charged(),
    calls: counter.calls,
  };
}

/** Calls the service API as the platform would, at a rate, and prints what came back as JSON. */
export async function simulate(flags: SimulateFlags, context: Context): Promise<void> {
  const rate = rateOf(flags.rate, context);
  const seconds = integerSchema(flags.seconds, context);
  await assertNoProduction(context);
  const borrowed = await credentials(flags, context);
  const baseUrl = await context.server();
  const transport = createTransport(baseUrl, context.options().timeout);
  try {
    const send = await applyProfile(context, transport.send, baseUrl);
    const signs = flags.sign ? { signer } : {};
    const api = createServiceClient({ baseUrl, transport: send, credentials: borrowed, newKey: randomUUID, ...signs });
    const userIds = await whom(flags, api, context);
    const stock = await readStock(api, userIds, await codesOf(flags));
    const platform = createPlatform(api, userIds, stock, process.env.GANTRY_SANDBOX_SECRET || null);
    const counter = createCallStats();
    const begun = performance.now();
    await runAtRate(() => platform.next(), rate, seconds, counter);
    const lasted = (performance.now() - begun) / 1000;
    for (const simulatedCall of platform.rest()) await make(simulatedCall, counter);
    await context.write(`${JSON.stringify(summary(counter, platform, lasted), null, 2)}\n`);
  } finally {
    await transport.close();
    await borrowed.end();
  }
}
