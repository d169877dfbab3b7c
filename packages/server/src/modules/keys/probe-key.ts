import { randomUUID } from 'node:crypto';
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
import { getKeyRoute, getRouteHeaders, type KeyRoute, mapToUpstreamModel } from './key-route.ts';
import { readKeyRules, readProbeRules, toKeyHealth, toKeyTemper } from './key-rules.ts';
import {
  type Cause,
  computeNextState,
  getErrorCode,
  type KeyOutcome,
  type KeyStatus,
  moveKey,
  type Observation,
} from './next-state.ts';

/** Options of a connection test of a key. */
export interface KeyProbe extends KeyRoute {
  /** The upstream's id of a model; when null, the models are listed. */
  readonly model: string | null;
  /** The type of the model in the catalog; when missing, it is tested as a chat model. */
  readonly type?: string;
  /** The voice that a speech model uses. */
  readonly voice?: string | null;
  readonly prompt: string;
  readonly maxTokens: number;
  /** Maximum characters of the reply that are stored; when missing, as many as a test reports. */
  readonly replyChars?: number;
  readonly timeoutMs: number;
  /** Aborts the call early. */
  readonly signal?: AbortSignal;
}

export interface KeyProbeResult extends Observation {
  readonly ms: number;
  /** The model's reply; null when it was not called or gave none. */
  readonly reply: string | null;
  /** Whether the reply was truncated. */
  readonly isCut?: boolean;
  /** Dimensions of the returned vector, and the size of the returned audio in bytes, for models that return these. */
  readonly dimensions?: number;
  readonly bytes?: number;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** More than the audio of a few words takes, in bytes. */
const maxBytes = 8 * 1024 * 1024;

/** Sends one very short call in the format of the OpenAI API, which other providers support too. */
export async function probeKey(outbound: OutboundClient, probe: KeyProbe): Promise<KeyProbeResult> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const form = probe.model === null ? null : createProbeRequest(probe.type, { ...probe, model: probe.model });
    const answer = await outbound.send({ target: 'ai', ...requestOf(probe, form) });
    return { ...received(answer, form), ...usedBy(answer), ms: took() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...toUnreachedObservation(error), reply: null, promptTokens: null, completionTokens: null, ms: took() };
  }
}

function requestOf(probe: KeyProbe, form: ProbeRequest | null) {
  const { headers, ...carried } = getRouteHeaders(probe);
  const { baseUrl, timeoutMs, signal } = probe;
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
    maxBytes,
  } as const;
}

/** The outcome and the reply in the response. A response of an unexpected form is no failure of the key. */
function received(answer: OutboundAnswer, form: ProbeRequest | null): Observation & Pick<KeyProbeResult, 'reply'> {
  const seen = toObservation(answer);
  if (seen.outcome !== 'ok' || form === null) return { ...seen, reply: null };
  const reply = form.readReply(answer);
  return reply ? { ...seen, ...reply } : { ...seen, outcome: 'request', code: 'bad_answer', reply: null };
}

function getOutcome(status: number): KeyOutcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 429) return 'rateLimited';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'server' : 'request';
}

/** The error code and `Retry-After`. Nothing else of the response is stored, since it may quote the key. */
export function toObservation({ status, headers, body }: OutboundAnswer): Observation {
  const outcome = getOutcome(status);
  return {
    outcome,
    status,
    code: outcome === 'ok' ? null : errorCode(parseJson(body)),
    retryAfterMs: parseRetryAfter(headers),
  };
}

/**
 * Returns the delay that `Retry-After` asks for, in ms; null when there is none. The header holds seconds or a date. A date is
 * compared with the `Date` of the response, or with our own clock when the response has none.
 */
function parseRetryAfter({ 'retry-after': header, date }: OutboundAnswer['headers']): number | null {
  const text = typeof header === 'string' ? header.trim() : '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const sentAt = Date.parse(typeof date === 'string' ? date : '');
  const delay = at - (Number.isNaN(sentAt) ? Date.now() : sentAt);
  return Number.isNaN(delay) ? null : Math.max(0, delay);
}

/** Converts a call that did not reach the upstream into an observation for the key pool. */
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

function usedBy({ body }: OutboundAnswer): Pick<KeyProbeResult, 'promptTokens' | 'completionTokens'> {
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

/** Tests one key from its stored row, outside any transaction. */
export async function probeStoredKey(
  deps: KeyDeps,
  row: RowOf<'api_keys'>,
  wanted: string | null = null,
): Promise<KeyProbeResult> {
  const { timeoutMs } = await readProbeRules(deps.settings);
  const named = wanted ?? (typeof row.test_model === 'string' ? row.test_model : null);
  return probeKey(deps.outbound, {
    ...getKeyRoute(deps.keyring, row),
    model: named === null ? null : mapToUpstreamModel(row, named),
    prompt: 'ping',
    maxTokens: 1,
    timeoutMs,
  });
}

/** Records the result of a test on the current state of the key. Returns its status afterwards. */
export async function recordProbe(
  { clock, settings }: Pick<KeyDeps, 'clock' | 'settings'>,
  tx: Tx,
  row: RowOf<'api_keys'>,
  tried: KeyProbeResult,
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

/** Tests a key in the background and records the result. */
export async function checkKey(deps: KeyDeps, id: number, cause: 'test' | 'probe'): Promise<void> {
  const row = await deps.database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const tried = await probeStoredKey(deps, row);
  await deps.database.transaction(async (tx) => {
    const [now] = await lockRows(tx, deps.database.dialect, apiKey, [id]);
    if (now) await recordProbe(deps, tx, now, tried, { cause });
  });
}

const samplesASecond = 16_000;
const bytesASample = 2;

/** Half a second of silence as a WAV file, the test input of transcription models. */
function createSilence(): Buffer {
  const length = (samplesASecond / 2) * bytesASample;
  const file = Buffer.alloc(44 + length);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + length, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  // PCM, one channel.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(samplesASecond, 24);
  file.writeUInt32LE(samplesASecond * bytesASample, 28);
  file.writeUInt16LE(bytesASample, 32);
  file.writeUInt16LE(8 * bytesASample, 34);
  file.write('data', 36);
  file.writeUInt32LE(length, 40);
  return file;
}

/** The response of a model to a test. */
interface ModelReply {
  /** The text of the reply; null for models without text, or when it is empty. */
  readonly reply: string | null;
  /** Whether the reply was truncated at the maximum length. */
  readonly isCut?: boolean;
  /** Dimensions of the returned vector. */
  readonly dimensions?: number;
  /** Size of the returned audio, in bytes. */
  readonly bytes?: number;
}

interface ProbeRequest {
  /** Relative to the base URL. */
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly contentType: string;
  /** Null when the response does not have the expected form. */
  readReply(answer: OutboundAnswer): ModelReply | null;
}

type ProbeInput = Pick<KeyProbe, 'prompt' | 'maxTokens' | 'replyChars' | 'provider' | 'voice'> & {
  readonly model: string;
};

const json = 'application/json';
const longestReply = 500;
const cut = (text: unknown, longest = longestReply) => (typeof text === 'string' ? text.slice(0, longest) : null);

function chat({ model, prompt, maxTokens, replyChars, provider }: ProbeInput): ProbeRequest {
  return {
    path: provider === 'anthropic' ? '/messages' : '/chat/completions',
    contentType: json,
    body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], max_tokens: maxTokens }),
    readReply({ body }) {
      const answer = parseJson(body);
      const text = getPath(answer, 'choices', 0, 'message', 'content') ?? getPath(answer, 'content', 0, 'text');
      const end = getPath(answer, 'choices', 0, 'finish_reason') ?? getPath(answer, 'stop_reason');
      const reply = cut(text, replyChars);
      return { reply, isCut: end === 'length' || end === 'max_tokens' || reply !== (text ?? null) };
    },
  };
}

function embedding({ model, prompt }: ProbeInput): ProbeRequest {
  return {
    path: '/embeddings',
    contentType: json,
    body: JSON.stringify({ model, input: [prompt] }),
    readReply({ body }) {
      const vector = getPath(parseJson(body), 'data', 0, 'embedding');
      const isVector = Array.isArray(vector) && vector.length > 0 && vector.every((one) => Number.isFinite(one));
      return isVector ? { reply: null, dimensions: vector.length } : null;
    },
  };
}

function rerank({ model, prompt }: ProbeInput): ProbeRequest {
  return {
    path: '/rerank',
    contentType: json,
    body: JSON.stringify({ model, query: prompt, documents: [prompt, '-'] }),
    readReply({ body }) {
      const answer = parseJson(body);
      const list = [answer, getPath(answer, 'results'), getPath(answer, 'data')].find(Array.isArray) as
        | unknown[]
        | undefined;
      const score = getPath(list?.[0], 'relevance_score') ?? getPath(list?.[0], 'score');
      return typeof score === 'number' ? { reply: String(score) } : null;
    },
  };
}

function speech({ model, prompt, voice }: ProbeInput): ProbeRequest {
  return {
    path: '/audio/speech',
    contentType: json,
    body: JSON.stringify({ model, input: prompt, voice: voice ?? 'alloy', response_format: 'mp3' }),
    readReply({ body, headers }) {
      const isText = (headers['content-type'] ?? '').startsWith(json);
      return isText || body.length === 0 ? null : { reply: null, bytes: body.length };
    },
  };
}

function transcription({ model }: ProbeInput): ProbeRequest {
  const boundary = `gantry-${randomUUID()}`;
  const getPart = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  return {
    path: '/audio/transcriptions',
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${getPart('model')}\r\n${model}\r\n${getPart('file', '; filename="trial.wav"')}`),
      Buffer.from('content-type: audio/wav\r\n\r\n'),
      createSilence(),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    readReply({ body }) {
      const text = getPath(parseJson(body), 'text');
      return typeof text === 'string' ? { reply: cut(text) } : null;
    },
  };
}

const forms: Readonly<Record<string, (requested: ProbeInput) => ProbeRequest>> = {
  embedding,
  rerank,
  tts: speech,
  stt: transcription,
};

/** A minimal request for each type of model; an unknown type is tested as a chat model. */
const createProbeRequest = (type: string | undefined, requested: ProbeInput): ProbeRequest =>
  (forms[type ?? ''] ?? chat)(requested);
