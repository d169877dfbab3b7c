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
import { createPlatform, type Platform } from './simulate-actions.ts';
import { readStock } from './simulate-stock.ts';
import { simulateWords as words } from './simulate-words.ts';
import type { SimulatedCall } from './simulated-call.ts';

interface CallStat {
  sent: number;
  ok: number;
  /** Number of rejections by code; `0` means that there was no answer. */
  rejected: Record<string, number>;
}

interface CallStats {
  readonly calls: Partial<Record<ServiceCallName, CallStat>>;
  /** Durations from sending to the answer, in ms. */
  readonly times: number[];
  /** Calls that were skipped because too many were waiting for an answer. */
  skipped: number;
}

/** The most calls that wait for an answer at the same time. */
const maxWaiting = 256;

const createCallStats = (): CallStats => ({ calls: {}, times: [], skipped: 0 });

/** Runs one call and counts its outcome. */
async function runCall({ name, run }: SimulatedCall, counter: CallStats): Promise<void> {
  const call: CallStat = counter.calls[name] ?? { sent: 0, ok: 0, rejected: {} };
  counter.calls[name] = call;
  call.sent += 1;
  const startedAt = performance.now();
  try {
    await run();
    call.ok += 1;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const code = String(error.code ?? 0);
    call.rejected[code] = (call.rejected[code] ?? 0) + 1;
  }
  counter.times.push(performance.now() - startedAt);
}

/** Starts calls at a fixed rate, whether or not earlier ones were answered, then waits for all. */
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
    const work = runCall(next(), counter).finally(() => waiting.delete(work));
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
  /** Disables the service client if it was created for this run. */
  end(): Promise<void>;
}

const signer: ServiceSigner = {
  now: Date.now,
  newNonce: randomUUID,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  hmac: (secret, text) => createHmac('sha256', secret).update(text).digest('hex'),
};

/** The balance of a simulated user at the start, in credits of each asset. */
const initialBalance = 100_000;

function parsePositiveInteger(given: string, context: Context): number {
  const value = Number(given);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new CliError(localize(words.bad, context.locale), exitCodes.usage);
}

/** Calls per second; a call every 20 seconds is 0.05. */
function parseRate(given: string, context: Context): number {
  const rate = Number(given);
  if (/^\d{1,5}(\.\d{1,3})?$/.test(given) && rate > 0) return rate;
  throw new CliError(localize(words.bad, context.locale), exitCodes.usage);
}

/** The given client with its secret from GANTRY_SERVICE_SECRET, or one that is created for this run and disabled at its end. */
async function createCredentials(flags: SimulateFlags, context: Context): Promise<RunCredentials> {
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

/** Registers users and credits them as the signed-in admin. */
async function createUsers(api: ServiceApiClient, admin: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { userId } = await api.call('userRegister', { username: `sim-${randomUUID().slice(0, 13)}` });
    for (const asset of ['coin', 'compute']) {
      const gift = { id: userId, asset, amount: initialBalance, reason: 'simulated traffic' };
      await admin.call('/user/adjust-balance', gift, { idempotencyKey: randomUUID() });
    }
    ids.push(userId);
  }
  return ids;
}

/** The simulator creates users, balances and orders: never on production, and in a terminal only after confirmation. */
async function assertNotProduction(context: Context): Promise<void> {
  const { server, production } = await findPlace(context);
  if (production !== null)
    throw new CliError(localize(words.onProduction, context.locale), exitCodes.denied, {
      hint: context.t('cli.productionBanner', { name: production, server }),
    });
  if (context.isTty) await confirm(context, fillText(words.confirm, { server }, context.locale));
}

/** The IDs of the given users, separated by commas, or of new ones. */
async function selectUsers(
  { people, users }: SimulateFlags,
  api: ServiceApiClient,
  context: Context,
): Promise<number[]> {
  if (people !== undefined) return people.split(',').map((id) => parsePositiveInteger(id, context));
  return createUsers(api, await context.client(), parsePositiveInteger(users, context));
}

/** The codes in a file, one per line. */
async function readCodes({ codes }: SimulateFlags): Promise<string[]> {
  if (codes === undefined) return [];
  return (await readFile(codes, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
}

const percentile = (times: readonly number[], part: number) =>
  Math.round((times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0) * 10) / 10;

/** The figures of a run. */
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
    ms: { p50: percentile(times, 0.5), p95: percentile(times, 0.95), max: percentile(times, 1) },
    charged: platform.charged(),
    calls: counter.calls,
  };
}

/** Calls the service API as the platform would, at a fixed rate, and prints the figures of the run as JSON. */
export async function simulate(flags: SimulateFlags, context: Context): Promise<void> {
  const rate = parseRate(flags.rate, context);
  const seconds = parsePositiveInteger(flags.seconds, context);
  await assertNotProduction(context);
  const credentials = await createCredentials(flags, context);
  const baseUrl = await context.server();
  const transport = createTransport(baseUrl, context.options().timeout);
  try {
    const send = await applyProfile(context, transport.send, baseUrl);
    const signs = flags.sign ? { signer } : {};
    const api = createServiceClient({ baseUrl, transport: send, credentials, newKey: randomUUID, ...signs });
    const userIds = await selectUsers(flags, api, context);
    const stock = await readStock(api, userIds, await readCodes(flags));
    const platform = createPlatform(api, userIds, stock, process.env.GANTRY_SANDBOX_SECRET || null);
    const counter = createCallStats();
    const startedAt = performance.now();
    await runAtRate(() => platform.next(), rate, seconds, counter);
    const lasted = (performance.now() - startedAt) / 1000;
    for (const simulatedCall of platform.finish()) await runCall(simulatedCall, counter);
    await context.write(`${JSON.stringify(summarize(counter, platform, lasted), null, 2)}\n`);
  } finally {
    await transport.close();
    await credentials.end();
  }
}
