import { setTimeout as delay } from 'node:timers/promises';
import { GantryError } from './gantry-error.ts';

export interface ClientOptions {
  /** Origin of the server, with the path prefix of a proxy if there is one. */
  readonly baseUrl: string;
  /** Language of messages, for example `en-US` (the default) or `zh-CN`. */
  readonly locale?: string;
  /** Maximum number of retries; 3 by default. */
  readonly retries?: number;
  /** Timeout of one attempt, in ms; 30,000 by default. */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** A call that can be sent repeatedly. */
export interface OutgoingCall extends CallOptions {
  /** Path from `/api` on. */
  readonly path: string;
  readonly body: unknown;
  /** Returns the `Authorization` header of one attempt: a signature is valid only once. */
  readonly authorize: (path: string, body: string, key: string) => string;
  /** Whether the call may be retried. */
  readonly repeatable: boolean;
}

interface Envelope {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isEnvelope = (value: unknown): value is Envelope & Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value.code === 'number';

const retryableStatuses: readonly (number | null)[] = [null, 429, 500, 502, 503, 504];
/** Maximum wait between two attempts, in ms. */
const maxWait = 60_000;

function readEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEnvelope(value) ? value : null;
  } catch {
    return null;
  }
}

/** Sends one POST and returns the raw response; throws GantryError when there is none. */
async function post(options: ClientOptions, call: OutgoingCall, accept: string): Promise<Response> {
  const body = JSON.stringify(call.body ?? {});
  const key = call.idempotencyKey ?? '';
  const headers = {
    accept,
    'content-type': 'application/json',
    'accept-language': options.locale ?? 'en-US',
    authorization: call.authorize(call.path, body, key),
    ...(key === '' ? {} : { 'idempotency-key': key }),
  };
  const isStream = accept === 'text/event-stream';
  const limits = [
    ...(call.signal ? [call.signal] : []),
    ...(isStream ? [] : [AbortSignal.timeout(options.timeoutMs ?? 30_000)]),
  ];
  try {
    const url = options.baseUrl.replace(/\/$/, '') + call.path;
    return await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.any(limits) });
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw new GantryError('The server could not be reached.', {}, { cause });
  }
}

/** Returns the `data` of a response; throws GantryError unless the call succeeded. */
async function readAnswer(response: Response): Promise<unknown> {
  const envelope = readEnvelope(await response.text());
  if (envelope && (envelope.code === 20000 || envelope.code === 20001)) return envelope.data;
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  throw new GantryError(
    envelope?.message ?? `The answer did not come from a Gantry server (HTTP ${response.status}).`,
    {
      code: envelope?.code ?? null,
      status: response.status,
      errors: envelope?.errors ?? {},
      data: isObject(envelope?.data) ? envelope.data : {},
      retryAfter: Number.isFinite(seconds) ? seconds : null,
    },
  );
}

const waitOf = ({ retryAfter }: GantryError, attempt: number) =>
  Math.min(retryAfter === null ? 250 * 2 ** attempt : retryAfter * 1000, maxWait);

/** Sends a call with retries and returns its `data`. */
export async function send(options: ClientOptions, call: OutgoingCall): Promise<unknown> {
  const retries = call.repeatable ? (options.retries ?? 3) : 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await readAnswer(await post(options, call, 'application/json'));
    } catch (error) {
      const mayPass = error instanceof GantryError && retryableStatuses.includes(error.status);
      if (!mayPass || attempt >= retries) throw error;
      await delay(waitOf(error, attempt), undefined, call.signal ? { signal: call.signal } : {});
    }
  }
}
