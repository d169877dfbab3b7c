import type { AnyResource, ApiError, Values } from '@gantry/core';
import type { AuditDraft } from '../audit/audit-trail.ts';
import type { Caller, Services } from '../context/context.ts';
import type { Row, RowOf, Tables, Tx } from '../store/database.ts';

/** The table of the record that an operation is for; null for create and for a collection action. */
type RecordTable = keyof Tables | null;

/** The arguments of an operation: the caller, the transaction, the record and the validated input. */
export interface OperationCall<T extends RecordTable = null> {
  readonly caller: Caller;
  readonly services: Services;
  readonly resource: AnyResource;
  /** Id of the record; null for a collection action, for create, and while the rows of an import are validated. */
  readonly id: number | null;
  /** Name of the action, or of the verb that the operation replaces. */
  readonly name: string;
  /** The transaction of the change and its audit row. */
  readonly tx: Tx;
  /** The stored record, locked by this transaction; null for a collection action and for create. */
  readonly row: T extends keyof Tables ? RowOf<T> : Row | null;
  /** Validated with the schema of the definition. */
  readonly input: Values;
}

/** The arguments of `prepare`. A dry run must not do external work. */
export interface PrepareCall extends Omit<OperationCall, 'tx' | 'row'> {
  readonly dryRun: boolean;
}

/** The `data` of the response and the audit entries. Entries must not contain secrets. */
export interface OperationResult {
  readonly data: unknown;
  readonly audit?: AuditDraft | readonly AuditDraft[];
  /** Stored for retries with the same key in place of `data`, when `data` contains a secret that is shown only once. */
  readonly stored?: unknown;
  /** The operation succeeded and found a problem, which the item of a batch reports; its change is committed. */
  readonly found?: ApiError;
  /** The message of a batch item that was accepted and waits for another admin; `data` is Accepted. */
  readonly waits?: string;
}

/**
 * How an operation is undone: the fields that it wrote get the values recorded in the audit log, or the record that it created is
 * deleted. Not for an operation that moved money, showed a secret, sent a notification or removed something.
 */
export type UndoPlan = { readonly fields: readonly string[] } | { readonly creates: true };

/**
 * A custom action, or a verb that an entity implements itself, registered as `<entity>/<name>`. Every client (call, batch,
 * import, CLI) runs it. It throws ApiError to reject; slow work (hashing) belongs in `prepare`. `T` is the table of the record.
 */
export interface Operation<T extends RecordTable = null> {
  /** How it is undone; an operation without it cannot be undone. */
  readonly undo?: UndoPlan;
  /** Whether `run` may be used to undo an audit entry: it needs no `prepare` and has no external effects. */
  readonly canReverse?: true;
  /** For a delete: it removes only the record, unless the definition says otherwise, so the engine can restore it. */
  readonly isRestorable?: true;
  /** Maximum number of records per call of a batch, when each takes long. */
  readonly maxPerCall?: number;
  /** Locks other rows before the record is locked, so that concurrent calls do not deadlock. For actions. */
  lock?(call: Omit<OperationCall, 'row'>): Promise<void>;
  /** Runs before the transaction, for slow or external work; `run` gets its result. */
  prepare?(call: PrepareCall): Promise<unknown>;
  /**
   * For a create: rejects a deleted record that may not be restored now; `row` is the record to restore. Without it, no record of
   * the entity is restored. For an update: rejects values that an undo may not write now.
   */
  assertUndoAllowed?(call: OperationCall<T>): Promise<void>;
  run(call: OperationCall<T>, prepared: unknown): Promise<OperationResult>;
  /**
   * Runs after the commit, for work that a transaction must not wait for. Its result is the response; the stored response remains
   * `data`, so `after` may run again for a retry with the same key.
   */
  after?(call: Omit<OperationCall, 'tx' | 'row'>, data: unknown): Promise<unknown>;
}

export type Operations = Readonly<Record<string, Operation>>;
