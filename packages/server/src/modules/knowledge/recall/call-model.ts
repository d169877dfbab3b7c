import { ApiError } from '@gantry/core';
import { createDayOf } from '../../../platform/context/day-of.ts';
import { OutboundError } from '../../../platform/outbound/index.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import {
  getErrorCode,
  getKeyRoute,
  getRouteHeaders,
  type KeyDeps,
  type KeyOutcome,
  type Lease,
  leaseKey,
  mapToUpstreamModel,
  type Observation,
  readKeyRules,
  reportLease,
  toObservation,
  toUnreachedObservation,
} from '../../keys/index.ts';

/** A failed call to an embedding or rerank model. Contains the reason, but not the key, URL or response. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  /** `noModel`, `noKey`, `answer`, `dimensions`, `number`, or the error code of the provider. */
  readonly reason: string;
  /** Whether a later retry may succeed and the failed call cannot have been charged. */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry: boolean) {
    super(`model: ${reason}`);
    this.reason = reason;
    this.mayRetry = mayRetry;
  }
}

/** A call to a model of a provider. */
export interface ModelCall<T> {
  /** Path below the base URL of the key, such as `/embeddings`. */
  readonly path: string;
  /** Creates the request body with the provider's name of the model. */
  body(model: string): unknown;
  /** Parses the response. Throws ModelError. */
  read(body: Buffer): T;
  /** Timeout in ms and maximum bytes of the response. */
  readonly longestMs: number;
  readonly maxBytes: number;
}

const tries = 3;

/** Outcomes where the provider rejected the call without charging, so that another key can be tried. */
const unbilledOutcomes: ReadonlySet<KeyOutcome> = new Set(['rateLimited', 'auth', 'quota']);

interface Attempt<T> {
  readonly seen: Observation;
  readonly read: { readonly value: T } | null;
  /** Problem of a received response; null for none. */
  readonly problem: Error | null;
}

/**
 * Calls a model and tries the next key as long as the provider rejects without charging. Throws ModelError. Slow: do not call
 * within a transaction.
 */
export async function callModel<T>(deps: KeyDeps, model: RowOf<'ai_models'>, prompt: ModelCall<T>): Promise<T> {
  const tried: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const lease = await takeKey(deps, model, tried, prompt);
    const { seen, read, problem } = await tryOnce(deps, model, lease, prompt);
    await report(deps, lease, seen);
    if (problem) throw problem;
    if (read) return read.value;
    tried.push(lease.key.id);
    const undone = unbilledOutcomes.has(seen.outcome) || isUnreached(seen);
    if (!undone || attempt === tries) throw new ModelError(getErrorCode(seen) ?? 'rejected', undone);
  }
}

const isUnreached = ({ code }: Observation) => code === 'outbound_dns';

async function takeKey<T>(
  { database, clock }: KeyDeps,
  model: RowOf<'ai_models'>,
  exclude: readonly number[],
  { longestMs }: ModelCall<T>,
): Promise<Lease> {
  const options = {
    keyGroup: model.key_group,
    provider: model.provider,
    model: model.code,
    exclude: [...exclude],
    clientId: null,
    capability: null,
    ttlMs: longestMs * 2,
  };
  try {
    return await database.transaction((tx) => leaseKey(tx, options, clock()));
  } catch (error) {
    if (error instanceof ApiError && error.problem === 'noKey') throw new ModelError('noKey', true);
    throw error;
  }
}

async function tryOnce<T>(
  { keyring, outbound }: KeyDeps,
  model: RowOf<'ai_models'>,
  { key }: Lease,
  prompt: ModelCall<T>,
): Promise<Attempt<T>> {
  const route = getKeyRoute(keyring, key);
  const { headers, ...way } = getRouteHeaders(route);
  try {
    const answer = await outbound.send({
      target: 'ai',
      ...way,
      url: `${route.baseUrl}${prompt.path}`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(prompt.body(mapToUpstreamModel(key, model.code))),
      timeoutMs: Math.min(model.timeout_s * 1000, prompt.longestMs),
      maxBytes: prompt.maxBytes,
    });
    const seen = toObservation(answer);
    return { seen, ...(seen.outcome === 'ok' ? readOrProblem(answer.body, prompt) : nothing) };
  } catch (error) {
    if (error instanceof OutboundError) return { seen: toUnreachedObservation(error), ...nothing };
    throw error;
  }
}

const nothing = { read: null, problem: null } as const;

function readOrProblem<T>(body: Buffer, { read }: ModelCall<T>): Pick<Attempt<T>, 'read' | 'problem'> {
  try {
    return { read: { value: read(body) }, problem: null };
  } catch (error) {
    if (error instanceof ModelError) return { read: null, problem: error };
    throw error;
  }
}

async function report({ database, clock, settings }: KeyDeps, lease: Lease, seen: Observation): Promise<void> {
  const rules = await readKeyRules(settings);
  const { timezone } = await settings.read('system', 'site');
  const day = createDayOf()(clock(), timezone);
  const reported = { ...seen, leaseNo: lease.no, message: null, upstreamCost: 0 };
  await database.transaction((tx) => reportLease({ tx, database, clock, rules, day }, reported));
}
