import { toLocale } from '../definition/words.ts';
import { type Envelope, type FieldErrors, isEnvelope, reactTo, type Verdict } from '../errors/index.ts';
import { foreignAnswerMessage } from './foreign-answer.ts';
import { apiBase } from './paths.ts';

/** The part of an AbortSignal that is used here; the platform's own fits. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
}

export interface TransportRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: CancelSignal;
}
/** Sends one POST; rejects only when no answer came. Injected by each face. */
export type Transport = (
  request: TransportRequest,
) => Promise<{ readonly status: number; readonly body: string; readonly retryAfter?: string | null }>;

/** A call that did not succeed: what the server said, or that it could not be reached. */
export class ResponseError extends Error {
  /** Code of the envelope; null when no envelope came back. */
  readonly code: number | null;
  readonly httpStatus: number | null;
  readonly errors: FieldErrors;
  readonly data: Readonly<Record<string, unknown>>;
  readonly verdict: Verdict;
  /** Seconds to wait, when the server said. */
  readonly retryAfter: number | null;

  constructor(verdict: Verdict, httpStatus: number | null, envelope: Envelope | null, retryAfter: number | null) {
    super(verdict.message);
    this.name = 'ResponseError';
    this.verdict = verdict;
    this.code = verdict.code;
    this.httpStatus = httpStatus;
    this.errors = envelope?.errors ?? {};
    this.data =
      typeof envelope?.data === 'object' && envelope.data !== null ? (envelope.data as Record<string, unknown>) : {};
    this.retryAfter = retryAfter;
  }
}

export interface ClientOptions {
  /** Base of the server, without a slash at its end; empty for the same origin. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly token: () => string | null;
  readonly locale: () => string;
  /** Called for every failure, before the call rejects: the face performs the reaction. */
  readonly onFailure?: (error: ResponseError, path: string) => void;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: CancelSignal;
  /** The caller shows the failure itself; no reaction is performed. */
  readonly quiet?: boolean;
}

export interface Client {
  /** Posts a body to a path under `/api/v1/admin` and gives `data`. Rejects with ApiError. */
  call<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  /** The whole envelope of a success, for those who show code and message too. */
  send<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Envelope<T>>;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function headersFor(options: ClientOptions, call: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-language': options.locale() };
  const token = options.token();
  if (token) headers.authorization = `Bearer ${token}`;
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey;
  return headers;
}

/** Several addresses that were tried in vain give an error without words; its code says what became of them. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.message || ('code' in error ? String(error.code) : '');
}

async function exchange(options: ClientOptions, path: string, body: unknown, call: CallOptions) {
  const url = `${options.baseUrl}${path.startsWith('/api/') ? path : apiBase + path}`;
  const request: TransportRequest = {
    url,
    body: JSON.stringify(body ?? {}),
    headers: headersFor(options, call),
    ...(call.signal ? { signal: call.signal } : {}),
  };
  try {
    const answer = await options.transport(request);
    const parsed = parseBody(answer.body);
    const foreign = foreignAnswerMessage(answer.status, toLocale(options.locale()));
    return {
      httpStatus: answer.status,
      body: parsed,
      ...(isEnvelope(parsed) ? {} : { transportMessage: foreign }),
      retryAfter: Number(answer.retryAfter ?? Number.NaN),
    };
  } catch (error) {
    return {
      httpStatus: null,
      body: null,
      transportMessage: messageOf(error),
      retryAfter: Number.NaN,
    };
  }
}

export function createClient(options: ClientOptions): Client {
  const send: Client['send'] = async <T>(path: string, body?: unknown, call: CallOptions = {}) => {
    const token = options.token();
    const outcome = await exchange(options, path, body, call);
    const verdict = reactTo(path.startsWith('/api/') ? path : apiBase + path, outcome);
    if (verdict.ok) return outcome.body as Envelope<T>;
    const retryAfter = Number.isFinite(outcome.retryAfter) ? outcome.retryAfter : null;
    const error = new ResponseError(
      verdict,
      outcome.httpStatus,
      isEnvelope(outcome.body) ? outcome.body : null,
      retryAfter,
    );
    // An answer to a token that was replaced meanwhile says nothing of the one that is there now.
    const isLate = verdict.reaction !== 'show' && options.token() !== token;
    if (!call.quiet && !call.signal?.aborted && !isLate) options.onFailure?.(error, path);
    throw error;
  };
  return {
    send,
    call: async <T>(path: string, body?: unknown, call?: CallOptions) => (await send<T>(path, body, call)).data,
  };
}
