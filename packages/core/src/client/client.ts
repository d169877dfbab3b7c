import { kebab } from '../definition/index.ts';
import { type Locale, toLocale } from '../definition/words.ts';
import { type Envelope, type FieldErrors, getError, isEnvelope, reactTo, type Verdict } from '../errors/index.ts';

/** HTTP statuses of a proxy after which the same call may succeed later. */
const retryableStatuses: readonly number[] = [429, 502, 503, 504];

interface ForeignWords {
  readonly zh: string;
  readonly en: string;
}

const words: ReadonlyMap<number, ForeignWords> = new Map([
  [
    413,
    {
      zh: '请求内容超过了服务器前代理的上限。请减少一次发送的内容，或调高代理的上限',
      en: 'The request is too large for the proxy in front of the server. Send less at a time, or raise the proxy’s limit.',
    },
  ],
  [429, { zh: '代理收到的请求太多。请稍后再试', en: 'The proxy received too many requests. Try again later' }],
  [502, { zh: '代理无法连接服务器。请稍后再试', en: 'The proxy cannot reach the server. Try again later' }],
  [503, { zh: '代理没有可用的服务器。请稍后再试', en: 'The proxy has no server available. Try again later' }],
  [
    504,
    {
      zh: '服务器未及时响应代理。请先确认操作是否已完成，再重试',
      en: 'The server did not answer the proxy in time. Check whether it was done, then try again',
    },
  ],
]);

const unknownMessage: ForeignWords = {
  zh: '响应不是来自 Gantry 服务器。请检查地址和代理',
  en: 'The answer did not come from a Gantry server. Check the address and the proxy',
};

/** Returns the message for a response without an envelope, which a proxy or another server sent. */
export function foreignAnswerMessage(status: number, locale: Locale): string {
  const { zh, en } = words.get(status) ?? unknownMessage;
  return locale === 'zh-CN' ? `${zh}（HTTP ${status}）。` : `${en} (HTTP ${status}).`;
}

/** Whether a call without an envelope in its response may be repeated. Always true when there was no response. */
export function isForeignRetryable(status: number | null): boolean {
  return status === null || retryableStatuses.includes(status);
}

/** Base path of the admin API. */
export const apiBase = '/api/v1/admin';

/** Base path for payment notifications of gateways. */
export const payBase = '/api/v1/pay';

/** The nine calls whose paths the specification defines. */
export const sessionPaths = {
  login: '/login',
  logout: '/logout',
  info: '/info',
  captcha: '/verify-codes/captcha',
  dataPanel: '/data_panel',
  contentData: '/content_data',
  orderPanel: '/order_panel',
  messagePanel: '/message_panel',
  memoryPanel: '/memory_panel',
} as const;

/** `redeemCode`, `list` -> `/redeem-code/list`. */
export function getResourcePath(name: string, verb: string): string {
  return `/${kebab(name)}/${kebab(verb)}`;
}

/** The required part of an AbortSignal, so that this package does not depend on platform types. */
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
/** Sends a POST request. It only rejects when there was no response. Each client provides its own implementation. */
export type Transport = (
  request: TransportRequest,
) => Promise<{ readonly status: number; readonly body: string; readonly retryAfter?: string | null }>;

/** A failed call: the server rejected it or could not be reached. */
export class ResponseError extends Error {
  /** Code of the envelope; null without an envelope. */
  readonly code: number | null;
  readonly httpStatus: number | null;
  readonly errors: FieldErrors;
  readonly data: Readonly<Record<string, unknown>>;
  readonly verdict: Verdict;
  /** Seconds to wait before a retry, if the server named them. */
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
  /** Base URL of the server without a trailing slash; empty for the same origin. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly token: () => string | null;
  readonly locale: () => string;
  /** Called for every failed call before it rejects, so that the client performs the reaction. */
  readonly onFailure?: (error: ResponseError, path: string) => void;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: CancelSignal;
  /** The caller handles the failure, so `onFailure` is not called. */
  readonly quiet?: boolean;
}

export interface Client {
  /** Posts a body to a path below `/api/v1/admin` and returns `data`. Rejects with ResponseError. */
  call<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  /** Does the same and returns the complete envelope, for callers that need its code and message. */
  send<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Envelope<T>>;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function getHeadersFor(options: ClientOptions, call: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-language': options.locale() };
  const token = options.token();
  if (token) headers.authorization = `Bearer ${token}`;
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey;
  return headers;
}

/** Returns the message of an error. When several addresses failed, the error has no message, so its code is used. */
function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.message || ('code' in error ? String(error.code) : '');
}

async function sendCall(options: ClientOptions, path: string, body: unknown, call: CallOptions) {
  const url = `${options.baseUrl}${path.startsWith('/api/') ? path : apiBase + path}`;
  const request: TransportRequest = {
    url,
    body: JSON.stringify(body ?? {}),
    headers: getHeadersFor(options, call),
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
      transportMessage: getMessage(error),
      retryAfter: Number.NaN,
    };
  }
}

/** Creates a client of the admin API. */
export function createClient(options: ClientOptions): Client {
  const send: Client['send'] = async <T>(path: string, body?: unknown, call: CallOptions = {}) => {
    const token = options.token();
    const outcome = await sendCall(options, path, body, call);
    const verdict = reactTo(path.startsWith('/api/') ? path : apiBase + path, outcome);
    if (verdict.ok) return outcome.body as Envelope<T>;
    const retryAfter = Number.isFinite(outcome.retryAfter) ? outcome.retryAfter : null;
    const error = new ResponseError(
      verdict,
      outcome.httpStatus,
      isEnvelope(outcome.body) ? outcome.body : null,
      retryAfter,
    );
    // A late response to a token that was replaced must not affect the session of the new token.
    const isLate = verdict.reaction !== 'show' && options.token() !== token;
    if (!call.quiet && !call.signal?.aborted && !isLate) options.onFailure?.(error, path);
    throw error;
  };
  return {
    send,
    call: async <T>(path: string, body?: unknown, call?: CallOptions) => (await send<T>(path, body, call)).data,
  };
}

/** References to a record: their number by resource and field. */
export interface Usage {
  readonly resource: string;
  readonly field: string;
  readonly count: number;
}

/** Returns the references that prevented a deletion; empty for any other error. */
export function getUsages(error: unknown): readonly Usage[] {
  if (!(error instanceof ResponseError) || error.code !== getError('inUse').code) return [];
  return Array.isArray(error.data.usages) ? (error.data.usages as readonly Usage[]) : [];
}

/** The response of an action that waits for the approval of another admin. The code of the envelope is 20001. */
export interface WaitingAnswer {
  readonly waits: true;
  /** Names the required approval, in the language of the caller. */
  readonly message: string;
}

/** Returns the message of a response that waits for approval, else null. */
export function getWaitingText(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { waits, message } = answer as Partial<Record<keyof WaitingAnswer, unknown>>;
  return waits === true && typeof message === 'string' ? message : null;
}

/**
 * Returns the response of a completed write. Throws ResponseError when it waits for approval, so that a form keeps its values.
 */
export function assertDone<T>(answer: T): T {
  const message = getWaitingText(answer);
  if (message === null) return answer;
  throw new ResponseError({ ok: true, code: getError('accepted').code, message, reaction: 'none' }, 200, null, null);
}
