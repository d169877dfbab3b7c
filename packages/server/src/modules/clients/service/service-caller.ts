import type { Locale, Translate } from '@gantry/core';

/** A service that calls: which client, from where, in which language. */
export interface ServiceCaller {
  /** Id of the client's record. */
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  readonly ip: string;
  readonly requestId: string;
  readonly locale: Locale;
  readonly t: Translate;
}
