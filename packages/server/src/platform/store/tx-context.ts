import type { Dialect, Tx } from './database.ts';

/** What the steps of a write work in: the caller's transaction, and its present time (UTC ms). */
export interface TxContext {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly at: number;
}
