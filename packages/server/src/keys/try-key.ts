import { at, jsonIn, type OutboundAnswer, OutboundError, type OutboundGate } from '../outbound/index.ts';
import { carriedBy, type KeyRoute } from './key-route.ts';
import type { KeyOutcome, Observation } from './next-state.ts';

/** What a key is tried with. */
export interface Trial extends KeyRoute {
  /** The upstream's id of a model; without one the models are listed. */
  readonly model: string | null;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly timeoutMs: number;
}

export interface Tried extends Observation {
  readonly ms: number;
  /** What the model said; null when it was not asked or said nothing. */
  readonly reply: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** Sends one very short call in the form that OpenAI's API has, and those of others have too. */
export async function tryKey(gate: OutboundGate, trial: Trial): Promise<Tried> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const answer = await gate.send(requestOf(trial));
    return { ...observed(answer), ...saidBy(answer), ms: took() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...unreached(error), reply: null, promptTokens: null, completionTokens: null, ms: took() };
  }
}

function requestOf(trial: Trial) {
  const { baseUrl, model, prompt, maxTokens, timeoutMs, provider } = trial;
  const { headers, ...way } = carriedBy(trial);
  if (model === null) return { ...way, url: `${baseUrl}/models`, headers, timeoutMs } as const;
  const url = provider === 'anthropic' ? `${baseUrl}/messages` : `${baseUrl}/chat/completions`;
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], max_tokens: maxTokens });
  const typed = { ...headers, 'content-type': 'application/json' };
  return { ...way, url, method: 'POST', headers: typed, body, timeoutMs } as const;
}

function outcomeOf(status: number): KeyOutcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 429) return 'rateLimited';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'server' : 'request';
}

/** Its code and its wish to be left alone; nothing else of what it says is kept, since it may quote the key. */
export function observed({ status, headers, body }: OutboundAnswer): Observation {
  const outcome = outcomeOf(status);
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return {
    outcome,
    status,
    code: outcome === 'ok' ? null : errorCode(jsonIn(body)),
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
  };
}

/** A call that did not come through, as the pool of keys learns of it. */
export function unreached({ reason }: OutboundError): Observation {
  if (reason === 'timeout') return { outcome: 'timeout', status: null, code: null, retryAfterMs: null };
  const isOurs = reason === 'connect' || reason === 'dns' || reason === 'proxy';
  return { outcome: isOurs ? 'server' : 'request', status: null, code: `outbound_${reason}`, retryAfterMs: null };
}

function errorCode(body: unknown): string | null {
  const given = [at(body, 'error', 'code'), at(body, 'error', 'type'), at(body, 'code')];
  const code = given.find((one) => typeof one === 'string' && /^[\w.-]{1,64}$/.test(one));
  return typeof code === 'string' ? code : null;
}

const longestReply = 500;

function saidBy({ body }: OutboundAnswer): Pick<Tried, 'reply' | 'promptTokens' | 'completionTokens'> {
  const answer = jsonIn(body);
  const text = at(answer, 'choices', 0, 'message', 'content') ?? at(answer, 'content', 0, 'text');
  const count = (...names: readonly string[]) => {
    const found = names.map((name) => at(answer, 'usage', name)).find((one) => Number.isSafeInteger(one));
    return typeof found === 'number' && found >= 0 ? found : null;
  };
  return {
    reply: typeof text === 'string' ? text.slice(0, longestReply) : null,
    promptTokens: count('prompt_tokens', 'input_tokens'),
    completionTokens: count('completion_tokens', 'output_tokens'),
  };
}
