import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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
  /** Calls that were not sent because too many were waiting for an answer. */
  skipped: number;
}

/** Maximum number of calls that wait for an answer. */
const maxWaiting = 256;

const createCallStats = (): CallStats => ({ calls: {}, times: [], skipped: 0 });

/** Sends one call and counts its outcome. */
async function send({ name, run }: SimulatedCall, counter: CallStats): Promise<void> {
  const call: CallStat = counter.calls[name] ?? { sent: 0, ok: 0, rejected: {} };
  counter.calls[name] = call;
  call.sent += 1;
  const sentAt = performance.now();
  try {
    await run();
    call.ok += 1;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const code = String(error.code ?? 0);
    call.rejected[code] = (call.rejected[code] ?? 0) + 1;
  }
  counter.times.push(performance.now() - sentAt);
}

/** Sends calls at a rate per second without waiting for the earlier ones, then waits for all answers. */
async function runAtRate(next: () => SimulatedCall, rate: number, seconds: number, counter: CallStats): Promise<void> {
  const waiting = new Set<Promise<void>>();
  const startedAt = performance.now();
  const all = rate * seconds;
  for (let count = 0; count < all; count += 1) {
    const due = startedAt + (count * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    if (waiting.size >= maxWaiting) {
      counter.skipped += 1;
      continue;
    }
    const work = send(next(), counter).finally(() => waiting.delete(work));
    waiting.add(work);
  }
  await Promise.all(waiting);
}

/** The options of the command line. */
export interface SimulateFlags {
  readonly rate: string;
  readonly seconds: string;
  readonly users: string;
  readonly client?: string | undefined;
  readonly people?: string | undefined;
  readonly codes?: string | undefined;
  readonly sign?: boolean | undefined;
}

interface RunCredentials extends ServiceCredentials {
  /** Disables the client if it was created for this run. */
  end(): Promise<void>;
}

const signer: ServiceSigner = {
  now: Date.now,
  newNonce: randomUUID,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  hmac: (secret, text) => createHmac('sha256', secret).update(text).digest('hex'),
};

/** Initial balance of a new user, in points of each asset. */
const initialBalance = 100_000;

function parsePositiveInteger(given: string, context: Context): number {
  const value = Number(given);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new CliError(localize(words.bad, context.locale), exitCodes.usage);
}

/** Calls per second; one in twenty seconds is 0.05. */
function parseRate(given: string, context: Context): number {
  const rate = Number(given);
  if (/^\d{1,5}(\.\d{1,3})?$/.test(given) && rate > 0) return rate;
  throw new CliError(localize(words.bad, context.locale), exitCodes.usage);
}

/** The given client with its secret from GANTRY_SERVICE_SECRET, or a new one that is disabled at the end. */
async function openCredentials(flags: SimulateFlags, context: Context): Promise<RunCredentials> {
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

/** Registers users and gives them an initial balance as the admin who is signed in. */
async function createUsers(api: ServiceApiClient, admin: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { userId } = await api.call('userRegister', { username: `sim-${randomUUID().slice(0, 13)}` });
    for (const asset of ['coin', 'power']) {
      const gift = { id: userId, asset, amount: initialBalance, reason: 'simulated traffic' };
      await admin.call('/user/adjust-balance', gift, { idempotencyKey: randomUUID() });
    }
    ids.push(userId);
  }
  return ids;
}

/** Rejects servers that are marked as production, and asks for confirmation at a terminal. */
async function confirmServer(context: Context): Promise<void> {
  const { server, production } = await findPlace(context);
  if (production !== null)
    throw new CliError(localize(words.onProduction, context.locale), exitCodes.denied, {
      hint: context.t('cli.productionBanner', { name: production, server }),
    });
  if (context.isTty) await confirm(context, fillText(words.confirm, { server }, context.locale));
}

/** The given users, as IDs separated by commas, or new ones. */
async function resolveUserIds(
  { people, users }: SimulateFlags,
  api: ServiceApiClient,
  context: Context,
): Promise<number[]> {
  if (people !== undefined) return people.split(',').map((id) => parsePositiveInteger(id, context));
  return createUsers(api, await context.client(), parsePositiveInteger(users, context));
}

/** The codes of a file, one per line. */
async function readCodes({ codes }: SimulateFlags): Promise<string[]> {
  if (codes === undefined) return [];
  return (await readFile(codes, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
}

const getPercentile = (times: readonly number[], part: number) =>
  Math.round((times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0) * 10) / 10;

/** Counts of the calls and their outcomes, and response times. */
function summarize(counter: CallStats, platform: Platform, seconds: number) {
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
    ms: { p50: getPercentile(times, 0.5), p95: getPercentile(times, 0.95), max: getPercentile(times, 1) },
    charged: platform.charged(),
    calls: counter.calls,
  };
}

/** Calls the service API at a rate as a platform does, and prints the summary as JSON. */
export async function simulate(flags: SimulateFlags, context: Context): Promise<void> {
  const rate = parseRate(flags.rate, context);
  const seconds = parsePositiveInteger(flags.seconds, context);
  await confirmServer(context);
  const credentials = await openCredentials(flags, context);
  const baseUrl = await context.server();
  const transport = createTransport(baseUrl, context.options().timeout);
  try {
    const sendRequest = await applyProfile(context, transport.send, baseUrl);
    const signs = flags.sign ? { signer } : {};
    const api = createServiceClient({ baseUrl, transport: sendRequest, credentials, newKey: randomUUID, ...signs });
    const userIds = await resolveUserIds(flags, api, context);
    const stock = await readStock(api, userIds, await readCodes(flags));
    const platform = createPlatform(api, userIds, stock, process.env.GANTRY_SANDBOX_SECRET || null);
    const counter = createCallStats();
    const startedAt = performance.now();
    await runAtRate(() => platform.next(), rate, seconds, counter);
    const elapsed = (performance.now() - startedAt) / 1000;
    for (const simulatedCall of platform.rest()) await send(simulatedCall, counter);
    await context.write(`${JSON.stringify(summarize(counter, platform, elapsed), null, 2)}\n`);
  } finally {
    await transport.close();
    await credentials.end();
  }
}
