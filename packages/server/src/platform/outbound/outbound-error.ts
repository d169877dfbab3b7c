export type OutboundReason =
  | 'url'
  | 'scheme'
  | 'host'
  | 'address'
  | 'dns'
  | 'connect'
  | 'proxy'
  | 'timeout'
  | 'tooLarge'
  | 'encoding'
  | 'redirect';

/** A call that was not made, or not to its end. Says why, and nothing of the address, the headers or the answer. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason) {
    super(`outbound: ${reason}`);
    this.reason = reason;
  }
}
