import { Fault } from '@gantry/core';
import type { KeyNeeds } from '../keys/check-key.ts';
import { carriedBy, routeOf } from '../keys/key-route.ts';
import { readKeyRules } from '../keys/key-rules.ts';
import { type Lease, leaseKey } from '../keys/lease-key.ts';
import { upstreamModel } from '../keys/model-map.ts';
import { codeOf, type KeyOutcome, type Observation } from '../keys/next-state.ts';
import { reportLease } from '../keys/report-lease.ts';
import { observed, unreached } from '../keys/try-key.ts';
import { createDayOf } from '../money/day-of.ts';
import { OutboundError } from '../outbound/index.ts';
import type { Row } from '../store/database.ts';
import { ModelError } from './model-error.ts';

/** One question to a model of an upstream. */
export interface ModelAsk<T> {
  /** Below the address of the key, as `/embeddings`. */
  readonly path: string;
  /** What is sent, with what the upstream calls the model. */
  body(model: string): unknown;
  /** Reads an answer, or throws ModelError. */
  read(body: Buffer): T;
  /** How long an answer may take at most, in ms, and how many bytes it may have. */
  readonly longestMs: number;
  readonly mostBytes: number;
}

const tries = 3;

/** The upstream refused before it did anything, so that another key may be asked. */
const refusedUndone: ReadonlySet<KeyOutcome> = new Set(['rateLimited', 'auth', 'quota']);

interface Attempt<T> {
  readonly seen: Observation;
  readonly read: { readonly value: T } | null;
  /** What was wrong with an answer that came. */
  readonly fault: Error | null;
}

/**
 * Asks a model with one key after the other, as long as each refuses without having done anything. Throws ModelError. Slow: in no
 * transaction.
 */
export async function askModel<T>(needs: KeyNeeds, model: Row, ask: ModelAsk<T>): Promise<T> {
  const tried: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const lease = await takeKey(needs, model, tried, ask);
    const { seen, read, fault } = await tryOnce(needs, model, lease, ask);
    await report(needs, lease, seen);
    if (fault) throw fault;
    if (read) return read.value;
    tried.push(Number(lease.key.id));
    const undone = refusedUndone.has(seen.outcome) || isUnreached(seen);
    if (!undone || attempt === tries) throw new ModelError(codeOf(seen) ?? 'refused', undone);
  }
}

const isUnreached = ({ code }: Observation) => code === 'outbound_dns';

async function takeKey<T>(
  { database, clock }: KeyNeeds,
  model: Row,
  exclude: readonly number[],
  { longestMs }: ModelAsk<T>,
): Promise<Lease> {
  const wish = {
    keyGroup: String(model.key_group),
    provider: String(model.provider),
    model: String(model.code),
    exclude: [...exclude],
    clientId: null,
    capability: null,
    ttlMs: longestMs * 2,
  };
  try {
    return await database.transaction((tx) => leaseKey(tx, wish, clock()));
  } catch (error) {
    if (error instanceof Fault && error.fault === 'noKey') throw new ModelError('noKey', true);
    throw error;
  }
}

async function tryOnce<T>(
  { keyring, gate }: KeyNeeds,
  model: Row,
  { key }: Lease,
  ask: ModelAsk<T>,
): Promise<Attempt<T>> {
  const route = routeOf(keyring, key);
  const { headers, ...way } = carriedBy(route);
  try {
    const answer = await gate.send({
      target: 'ai',
      ...way,
      url: `${route.baseUrl}${ask.path}`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(ask.body(upstreamModel(key, String(model.code)))),
      timeoutMs: Math.min(Number(model.timeout_s) * 1000, ask.longestMs),
      maxBytes: ask.mostBytes,
    });
    const seen = observed(answer);
    return { seen, ...(seen.outcome === 'ok' ? readOrFault(answer.body, ask) : nothing) };
  } catch (error) {
    if (error instanceof OutboundError) return { seen: unreached(error), ...nothing };
    throw error;
  }
}

const nothing = { read: null, fault: null } as const;

function readOrFault<T>(body: Buffer, { read }: ModelAsk<T>): Pick<Attempt<T>, 'read' | 'fault'> {
  try {
    return { read: { value: read(body) }, fault: null };
  } catch (error) {
    if (error instanceof ModelError) return { read: null, fault: error };
    throw error;
  }
}

async function report({ database, clock, settings }: KeyNeeds, lease: Lease, seen: Observation): Promise<void> {
  const rules = await readKeyRules(settings);
  const { timezone } = await settings.read('system', 'site');
  const day = createDayOf()(clock(), timezone);
  const told = { ...seen, leaseNo: lease.no, message: null, upstreamCost: 0 };
  await database.transaction((tx) => reportLease({ tx, database, clock, rules, day }, told));
}
