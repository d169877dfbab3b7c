import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type CallOptions, type ClientOptions, send } from './send.ts';
import {
  type EventSubscribeAnswer,
  type ServiceEvent,
  type ServiceOperations,
  serviceOperations,
} from './service-types.ts';

export interface ServiceClientOptions extends ClientOptions {
  readonly clientId: string;
  readonly secret: string;
  /** Whether to sign each call, so that the secret is never sent. */
  readonly signed?: boolean;
}

export interface EventOptions {
  /** The `id` of the last processed event. Without it, only new events are returned. */
  readonly since?: string;
  /** Event types; all by default. */
  readonly events?: ServiceOperations['eventSubscribe']['body']['events'];
  /** Polling interval while there are no new events, in ms; 2,000 by default. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
  /** Called when the platform was restored from a backup: reload the data that you store. */
  readonly onReset?: () => void;
}

export interface ServiceClient {
  /** Calls an operation and returns its `data`. Throws GantryError. */
  call<K extends keyof ServiceOperations>(
    name: K,
    body: ServiceOperations[K]['body'],
    options?: CallOptions,
  ): Promise<ServiceOperations[K]['answer']>;
  /** Iterates over the events of the platform, in order, until `signal` aborts. */
  events(options?: EventOptions): AsyncGenerator<ServiceEvent, void>;
}

const base = '/api/v1/service';
const hashSha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Signs time, nonce, path, idempotency key and body, one per line. */
function sign({ clientId, secret }: ServiceClientOptions, path: string, body: string, key: string): string {
  const [time, nonce, hash] = [Date.now(), randomUUID(), hashSha256(body)];
  const signature = createHmac('sha256', secret).update([time, nonce, path, key, hash].join('\n')).digest('hex');
  return `HMAC-SHA256 client=${clientId},time=${time},nonce=${nonce},body=${hash},signature=${signature}`;
}

/** Creates a client of the service API. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { clientId, secret, signed = false } = options;
  const authorize = (path: string, body: string, key: string) =>
    signed ? sign(options, path, body, key) : `Bearer ${clientId}.${secret}`;
  const call: ServiceClient['call'] = async (name, body, callOptions = {}) => {
    const { path, writes } = serviceOperations[name];
    const key = callOptions.idempotencyKey ?? (writes ? randomUUID() : undefined);
    const keyed = key === undefined ? {} : { idempotencyKey: key };
    const data = await send(options, {
      ...callOptions,
      ...keyed,
      path: base + path,
      body,
      authorize,
      repeatable: true,
    });
    return data as ServiceOperations[typeof name]['answer'];
  };
  return {
    call,
    async *events({ since, events, intervalMs = 2_000, signal, onReset } = {}) {
      let place = since;
      while (signal?.aborted !== true) {
        const body = { ...(place === undefined ? {} : { since: place }), ...(events ? { events } : {}) };
        const answer: EventSubscribeAnswer = await call('eventSubscribe', body, signal ? { signal } : {});
        if (answer.reset === true) onReset?.();
        yield* answer.events;
        place = answer.next;
        if (!answer.more) await delay(intervalMs, undefined, signal ? { signal } : {}).catch(() => {});
      }
    },
  };
}
