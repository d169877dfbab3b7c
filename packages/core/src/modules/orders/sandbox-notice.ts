/** What the sandbox gateway says of a payment. */
export interface SandboxNotice {
  /** Names this word; the same one sent again has the same id. */
  readonly eventId: string;
  readonly orderNo: string;
  /** The gateway's number of the payment. */
  readonly tradeNo: string;
  /** Integer fen. */
  readonly amount: number;
  readonly currency: string;
  /** UTC ms. */
  readonly paidAt: number;
}

export const sandboxTimestampHeader = 'x-sandbox-timestamp';
export const sandboxSignatureHeader = 'x-sandbox-signature';

/** What is signed: the time in UTC seconds, a dot, the body as sent. */
export function signSandboxNotification(timestamp: string, raw: string): string {
  return `${timestamp}.${raw}`;
}

/**
 * A notice as the sandbox gateway signs it: the body of `pay/notify`.
 * @param hmac HMAC-SHA256 of a text with the sandbox's secret, in lower-case hex
 * @param at UTC ms of the sending
 */
export function signSandboxNotice(notice: SandboxNotice, hmac: (text: string) => string, at: number) {
  const raw = JSON.stringify(notice);
  const timestamp = String(Math.floor(at / 1000));
  const headers = {
    [sandboxTimestampHeader]: timestamp,
    [sandboxSignatureHeader]: hmac(signSandboxNotification(timestamp, raw)),
  };
  return { channel: 'sandbox', raw, headers } as const;
}
