import { createHmac, randomBytes } from 'node:crypto';

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
export function createWebhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
