import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookError } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import {
  type OutboundAnswer,
  type OutboundClient,
  OutboundError,
  problemsByReason,
} from '../../../platform/outbound/index.ts';
import { SealBroken } from '../../../platform/secrets/envelope.ts';
import type { Sealing } from '../../../platform/secrets/keyring.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';

/** How long a receiver may take to answer, in ms. */
export const webhookTimeoutMs = 15_000;
/** Bytes of a response that are stored. */
const maxResponseBytes = 1_024;

/** What came of one attempt; `error` is null when the receiver answered 2xx. */
export interface WebhookAttempt {
  readonly error: WebhookError | null;
  readonly responseStatus: number | null;
  readonly response: string | null;
  readonly durationMs: number;
}

export interface WebhookSendDeps {
  readonly keyring: Pick<Sealing, 'open'>;
  readonly outbound: OutboundClient;
}

interface Message {
  readonly endpoint: Pick<RowOf<'webhook_endpoints'>, 'id' | 'url'>;
  readonly eventId: string;
  readonly body: string;
}

/** Sends an event to an endpoint once. Failures of the receiver are results; other errors are thrown. */
export async function sendWebhook(
  { keyring, outbound }: WebhookSendDeps,
  { read, clock }: { readonly read: Reader; readonly clock: Clock },
  { endpoint, eventId, body }: Message,
): Promise<WebhookAttempt> {
  const started = performance.now();
  const end = (result: Partial<WebhookAttempt> & Pick<WebhookAttempt, 'error'>): WebhookAttempt => ({
    responseStatus: null,
    response: null,
    durationMs: Math.round(performance.now() - started),
    ...result,
  });
  try {
    const secrets = await readSecrets(keyring, read, endpoint.id, clock());
    const timestamp = Math.floor(clock() / 1000);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Gantry-Webhooks/1.0',
      ...createWebhookHeaders({ id: eventId, timestamp, body }, secrets),
    };
    const answer = await outbound.send({
      target: 'webhook',
      method: 'POST',
      url: endpoint.url,
      headers,
      body,
      timeoutMs: webhookTimeoutMs,
      maxBytes: maxResponseBytes,
      cutsBody: true,
    });
    return end({ error: judge(answer), responseStatus: answer.status, response: toText(answer.body) });
  } catch (error) {
    if (error instanceof SealBroken) return end({ error: 'secret' });
    if (error instanceof OutboundError) return end({ error: errorsByReason[error.reason] });
    throw error;
  }
}

/** The secrets that are valid now, newest first: after a rotation the previous one stays valid for a day. */
async function readSecrets(
  keyring: WebhookSendDeps['keyring'],
  read: Reader,
  endpointId: number,
  now: number,
): Promise<string[]> {
  const rows = await read
    .selectFrom('webhook_secrets')
    .select(['id', 'secret'])
    .where('endpoint_id', '=', endpointId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ id, secret }) =>
    secret === null ? [] : [keyring.open({ table: 'webhook_secrets', id, column: 'secret' }, secret)],
  );
}

function judge({ status }: OutboundAnswer): WebhookError | null {
  if (status >= 200 && status < 300) return null;
  return status === 410 ? 'gone' : 'status';
}

const errorsByReason: Readonly<Record<OutboundError['reason'], WebhookError>> = {
  ...problemsByReason,
  redirect: 'redirect',
};

/** A response as text that every database can store; null if it is empty. */
function toText(body: Buffer): string | null {
  const text = body.toString('utf8').replaceAll('\u0000', '').trim();
  return text === '' ? null : text;
}

const prefix = 'whsec_';

/** A new signing secret: 256 random bits in the form of the Standard Webhooks specification. */
export function generateWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

interface SignedMessage {
  readonly id: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a delivery, signed with every secret that is valid now; a receiver accepts any one of the signatures. */
function createWebhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
