import type { Dialect, Tx } from './database.ts';

/** The context of a write: the transaction and the current time (UTC ms). */
export interface TxContext {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly at: number;
}
