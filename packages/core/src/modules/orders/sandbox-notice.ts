/** A payment notification of the sandbox gateway. */
export interface SandboxNotice {
  /** ID of the notification. A repeated notification has the same ID. */
  readonly eventId: string;
  readonly orderNo: string;
  /** The gateway's payment number. */
  readonly tradeNo: string;
  /** Integer, in hundredths. */
  readonly amount: number;
  readonly currency: string;
  /** UTC milliseconds. */
  readonly paidAt: number;
}

export const sandboxTimestampHeader = 'x-sandbox-timestamp';
export const sandboxSignatureHeader = 'x-sandbox-signature';

/** Returns the text to sign: the time in UTC seconds, a dot, and the raw body. */
export function signSandboxNotification(timestamp: string, raw: string): string {
  return `${timestamp}.${raw}`;
}

/**
 * Builds a signed notification of the sandbox gateway: the body of `pay/notify`.
 * @param hmac HMAC-SHA256 of a text with the sandbox's secret, in lower-case hex
 * @param at time of sending in UTC milliseconds
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
