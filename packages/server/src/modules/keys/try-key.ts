import { apiKey } from '@gantry/core';
import type { Clock } from '../../platform/http/caller.ts';
import {
  getPath,
  type OutboundAnswer,
  type OutboundClient,
  OutboundError,
  parseJson,
} from '../../platform/outbound/index.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Database, RowOf, Tx } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { getKeyRoute, getRouteHeaders, type KeyRoute } from './key-route.ts';
import { readKeyRules, readProbeRules, toKeyHealth, toKeyTemper } from './key-rules.ts';
import { mapToUpstreamModel } from './model-map.ts';
import {
  type Cause,
  computeNextState,
  getErrorCode,
  type KeyOutcome,
  type KeyStatus,
  moveKey,
  type Observation,
} from './next-state.ts';
import { createProbeRequest, type ProbeRequest } from './probe-requests.ts';

/** What a key is tried with. */
export interface KeyProbe extends KeyRoute {
  /** The upstream's id of a model; without one the models are listed. */
  readonly model: string | null;
  /** What the model does, as the catalogue says; without it, it answers in words. */
  readonly type?: string;
  /** Whose voice a model speaks with. */
  readonly voice?: string | null;
  readonly prompt: string;
  readonly maxTokens: number;
  /** How much of what it says is stored, in characters; left out, as much as a test reports. */
  readonly replyChars?: number;
  readonly timeoutMs: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

export interface Tried extends Observation {
  readonly ms: number;
  /** What the model said; null when it was not asked or said nothing. */
  readonly reply: string | null;
  /** It would have said more. */
  readonly isCut?: boolean;
  /** Of the vector that it made, if that is what it does; and of the sound, in bytes. */
  readonly dimensions?: number;
  readonly bytes?: number;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** More than the sound of some words has, in bytes. */
const maxBytes = 8 * 1024 * 1024;

/** Sends one very short call in the form that OpenAI's API has, and those of others have too. */
export async function tryKey(outbound: OutboundClient, runConnectionTest: KeyProbe): Promise<Tried> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const form =
      runConnectionTest.model === null
        ? null
        : createProbeRequest(runConnectionTest.type, { ...runConnectionTest, model: runConnectionTest.model });
    const answer = await outbound.send({ target: 'ai', ...requestOf(runConnectionTest, form) });
    return { ...received(answer, form), ...usedBy(answer), ms: took() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...toUnreachedObservation(error), reply: null, promptTokens: null, completionTokens: null, ms: took() };
  }
}

function requestOf(runConnectionTest: KeyProbe, form: ProbeRequest | null) {
  const { headers, ...carried } = getRouteHeaders(runConnectionTest);
  const { baseUrl, timeoutMs, signal } = runConnectionTest;
  const way = { ...carried, ...(signal ? { signal } : {}) };
  if (form === null) return { ...way, url: `${baseUrl}/models`, headers, timeoutMs } as const;
  const { path, body, contentType } = form;
  const typed = { ...headers, 'content-type': contentType };
  return {
    ...way,
    url: `${baseUrl}${path}`,
    method: 'POST',
    headers: typed,
    body,
    timeoutMs,
    maxBytes: maxBytes,
  } as const;
}

/** What came, and what it says. One that is not what was asked for is no failure of the key. */
function received(answer: OutboundAnswer, form: ProbeRequest | null): Observation & Pick<Tried, 'reply'> {
  const seen = toObservation(answer);
  if (seen.outcome !== 'ok' || form === null) return { ...seen, reply: null };
  const said = form.said(answer);
  return said ? { ...seen, ...said } : { ...seen, outcome: 'request', code: 'bad_answer', reply: null };
}

function outcomeOf(status: number): KeyOutcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 429) return 'rateLimited';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'server' : 'request';
}

/** Its code and its `Retry-After`; nothing else of its answer is stored, since it may quote the key. */
export function toObservation({ status, headers, body }: OutboundAnswer): Observation {
  const outcome = outcomeOf(status);
  return {
    outcome,
    status,
    code: outcome === 'ok' ? null : errorCode(parseJson(body)),
    retryAfterMs: retryAfter(headers),
  };
}

/** The rest that `Retry-After` asks for, in ms: seconds, or a date that is compared with the answer's own. Null for none. */
function retryAfter({ 'retry-after': header, date }: OutboundAnswer['headers']): number | null {
  const text = typeof header === 'string' ? header.trim() : '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const rest = at - Date.parse(typeof date === 'string' ? date : '');
  return Number.isNaN(rest) ? null : Math.max(0, rest);
}

/** A call that did not come through, as the pool of keys learns of it. */
export function toUnreachedObservation({ reason }: OutboundError): Observation {
  if (reason === 'timeout') return { outcome: 'timeout', status: null, code: null, retryAfterMs: null };
  const isOurs = reason === 'connect' || reason === 'dns' || reason === 'proxy';
  return { outcome: isOurs ? 'server' : 'request', status: null, code: `outbound_${reason}`, retryAfterMs: null };
}

function errorCode(body: unknown): string | null {
  const given = [getPath(body, 'error', 'code'), getPath(body, 'error', 'type'), getPath(body, 'code')];
  const code = given.find((one) => typeof one === 'string' && /^[\w.-]{1,64}$/.test(one));
  return typeof code === 'string' ? code : null;
}

function usedBy({ body }: OutboundAnswer): Pick<Tried, 'promptTokens' | 'completionTokens'> {
  const answer = parseJson(body);
  const count = (...names: readonly string[]) => {
    const found = names.map((name) => getPath(answer, 'usage', name)).find((one) => Number.isSafeInteger(one));
    return typeof found === 'number' && found >= 0 ? found : null;
  };
  return {
    promptTokens: count('prompt_tokens', 'input_tokens'),
    completionTokens: count('completion_tokens', 'output_tokens'),
  };
}

export interface KeyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Tries one key as it stands in the database, outside any transaction. */
export async function tryStoredKey(
  deps: KeyDeps,
  row: RowOf<'api_keys'>,
  wanted: string | null = null,
): Promise<Tried> {
  const { timeoutMs } = await readProbeRules(deps.settings);
  const named = wanted ?? (typeof row.test_model === 'string' ? row.test_model : null);
  return tryKey(deps.outbound, {
    ...getKeyRoute(deps.keyring, row),
    model: named === null ? null : mapToUpstreamModel(row, named),
    prompt: 'ping',
    maxTokens: 1,
    timeoutMs,
  });
}

/** Writes down what a try of a key came to, on the key as it is by now. Gives where it stands then. */
export async function learnFromTry(
  { clock, settings }: Pick<KeyDeps, 'clock' | 'settings'>,
  tx: Tx,
  row: RowOf<'api_keys'>,
  tried: Tried,
  cause: Pick<Cause, 'cause' | 'actor'>,
): Promise<KeyStatus> {
  const now = clock();
  const rules = await readKeyRules(settings);
  const next = computeNextState(toKeyHealth(row), tried, { rules, temper: toKeyTemper(row), decides: true, now });
  const code = getErrorCode(tried);
  const cells = {
    last_test_at: now,
    last_test_ms: tried.ms,
    ...(code === null ? {} : { last_error_code: code.slice(0, 64), last_error: null }),
  };
  await moveKey({ tx, clock }, row, next, { ...cause, code }, { cells, report: rules.notify });
  return next.status;
}

/** Tries a key and learns from it, by itself. */
export async function checkKey(deps: KeyDeps, id: number, cause: 'test' | 'probe'): Promise<void> {
  const row = await deps.database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const tried = await tryStoredKey(deps, row);
  await deps.database.transaction(async (tx) => {
    const [now] = await lockRows(tx, deps.database.dialect, apiKey, [id]);
    if (now) await learnFromTry(deps, tx, now, tried, { cause });
  });
}
