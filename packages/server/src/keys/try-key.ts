import { at, jsonIn, type OutboundAnswer, OutboundError, type OutboundGate } from '../outbound/index.ts';
import { carriedBy, type KeyRoute } from './key-route.ts';
import type { KeyOutcome, Observation } from './next-state.ts';
import { type TrialForm, trialForm } from './trial-forms.ts';

/** What a key is tried with. */
export interface Trial extends KeyRoute {
  /** The upstream's id of a model; without one the models are listed. */
  readonly model: string | null;
  /** What the model does, as the catalogue says; without it, it answers in words. */
  readonly type?: string;
  /** Whose voice a model speaks with. */
  readonly voice?: string | null;
  readonly prompt: string;
  readonly maxTokens: number;
  /** How much of what it says is kept, in characters; left out, as much as a trial is told of. */
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
const mostBytes = 8 * 1024 * 1024;

/** Sends one very short call in the form that OpenAI's API has, and those of others have too. */
export async function tryKey(gate: OutboundGate, trial: Trial): Promise<Tried> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const form = trial.model === null ? null : trialForm(trial.type, { ...trial, model: trial.model });
    const answer = await gate.send({ target: 'ai', ...requestOf(trial, form) });
    return { ...heard(answer, form), ...usedBy(answer), ms: took() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...unreached(error), reply: null, promptTokens: null, completionTokens: null, ms: took() };
  }
}

function requestOf(trial: Trial, form: TrialForm | null) {
  const { headers, ...carried } = carriedBy(trial);
  const { baseUrl, timeoutMs, signal } = trial;
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
    maxBytes: mostBytes,
  } as const;
}

/** What came, and what it says. One that is not what was asked for is no failure of the key. */
function heard(answer: OutboundAnswer, form: TrialForm | null): Observation & Pick<Tried, 'reply'> {
  const seen = observed(answer);
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

/** Its code and its wish to be left alone; nothing else of what it says is kept, since it may quote the key. */
export function observed({ status, headers, body }: OutboundAnswer): Observation {
  const outcome = outcomeOf(status);
  return {
    outcome,
    status,
    code: outcome === 'ok' ? null : errorCode(jsonIn(body)),
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

function usedBy({ body }: OutboundAnswer): Pick<Tried, 'promptTokens' | 'completionTokens'> {
  const answer = jsonIn(body);
  const count = (...names: readonly string[]) => {
    const found = names.map((name) => at(answer, 'usage', name)).find((one) => Number.isSafeInteger(one));
    return typeof found === 'number' && found >= 0 ? found : null;
  };
  return {
    promptTokens: count('prompt_tokens', 'input_tokens'),
    completionTokens: count('completion_tokens', 'output_tokens'),
  };
}
