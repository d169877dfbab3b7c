import type { AnyResource, ApiError, Values } from '@gantry/core';
import type { AuditDraft } from '../audit/audit-trail.ts';
import type { Caller, Services } from '../context/context.ts';
import type { Row, RowOf, Tables, Tx } from '../store/database.ts';

/** The table of the record that an operation is for; null for create and for a collection action. */
type TableOfRecord = keyof Tables | null;

/** What an operation is given: the caller, its transaction, its record if it is for one, and its checked input. */
export interface OperationCall<T extends TableOfRecord = null> {
  readonly caller: Caller;
  readonly services: Services;
  readonly resource: AnyResource;
  /** Of the record that it is for; null for a collection action, for create and while lines of a file are looked at. */
  readonly id: number | null;
  /** The action's name, or the verb that this operation stands in for. */
  readonly name: string;
  /** Writes here, so that the change and its audit row are there together or not at all. */
  readonly tx: Tx;
  /** The record as stored, locked for this transaction; null for a collection action and for create. */
  readonly row: T extends keyof Tables ? RowOf<T> : Row | null;
  /** Checked by the definition's schema. */
  readonly input: Values;
}

/** What is known before the transaction; a dry run leaves outside work undone. */
export interface PrepareCall extends Omit<OperationCall, 'tx' | 'row'> {
  readonly dryRun: boolean;
}

/** The answer that goes into `data`, and what the audit log keeps. Secrets must not be among before and after. */
export interface OperationResult {
  readonly data: unknown;
  readonly audit?: AuditDraft | readonly AuditDraft[];
  /** Kept for a client that asks again with the same key, instead of `data`: when that holds a secret which is shown once. */
  readonly stored?: unknown;
  /** It was done, and found something bad: what the item of a bulk call says, whose change stays. */
  readonly found?: ApiError;
  /** The message of an item in a bulk call when it was accepted and waits for another admin; `data` is Accepted. */
  readonly waits?: string;
}

/**
 * How an operation is undone: the fields that it wrote get the values recorded in the audit log, or the record that it created is
 * deleted. Not for an operation that moved money, showed a secret, notified someone or removed something.
 */
export type WayBack = { readonly fields: readonly string[] } | { readonly makes: true };

/**
 * A hand-written action, or a verb that an entity does in its own way, as `<entity>/<name>` in the registry. Every door
 * (call, batch, import, CLI) comes through it. Throws ApiError to reject; slow work (hashing) is done in `prepare`. `T` is the
 * table of the record that it is for.
 */
export interface Operation<T extends TableOfRecord = null> {
  /** What its undo is; without it there is none. */
  readonly undo?: WayBack;
  /** Its `run` may take back an entry of the log: it needs nothing prepared, and does nothing outside. */
  readonly reverses?: true;
  /** Of a delete: nothing goes but the record, unless its definition says so, and the engine itself may bring it back. */
  readonly restores?: true;
  /** Records that one call of a bulk works on at most, when each takes long. */
  readonly atOnce?: number;
  /** Holds what has to be held before the record itself is, so that no two wait for each other. For actions. */
  hold?(call: Omit<OperationCall, 'row'>): Promise<void>;
  /** Runs before the transaction is opened, for slow or outside work; its result is `prepared`. */
  prepare?(call: PrepareCall): Promise<unknown>;
  /**
   * Of a create: rejects a deleted record that may not be restored as things are now; `row` is what it is going to be. Without it
   * no record of the entity is brought back. Of an update: rejects values that an undo may not write as things are now.
   */
  admits?(call: OperationCall<T>): Promise<void>;
  run(call: OperationCall<T>, prepared: unknown): Promise<OperationResult>;
  /**
   * Runs once the change is there, for what a transaction must not wait for; what it gives is answered in place of `data`, which
   * is stored for the same key. It may run again for such an answer.
   */
  after?(call: Omit<OperationCall, 'tx' | 'row'>, data: unknown): Promise<unknown>;
}

export type Operations = Readonly<Record<string, Operation>>;
