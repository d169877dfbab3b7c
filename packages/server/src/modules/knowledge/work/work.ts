import type { Services } from '../../../platform/context/context.ts';
import { type Row, type Tx, withNamedTables } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../../keys/index.ts';
import type { DocumentParser, ParseBounds } from '../parse/parser-threads.ts';

/** Dependencies of document processing. */
export interface WorkDeps extends Services, KeyDeps {
  readonly parser: DocumentParser;
}

/** Thrown when the worker has lost its lease. The results of the stage are discarded. */
export class WorkLost extends Error {
  override readonly name = 'WorkLost';
}

/** A document that one worker is processing. */
export interface Work {
  readonly kind: WorkKind;
  readonly row: Row;
  readonly owner: string;
  /** Aborts when the work is canceled or takes too long. */
  readonly signal: AbortSignal;
  /** Reports the total progress in percent. It is stored with the next heartbeat. */
  report(progress: number): void;
}

/** Runs a stage and returns the next one; null when the work is complete. */
export type RunStage = (deps: WorkDeps, work: Work) => Promise<Stage | null>;

/**
 * Stores the results of a stage and the new state in one transaction. Throws WorkLost when this worker has lost the document.
 * Returns the updated row.
 */
export function commitWork(
  { database, clock }: WorkDeps,
  { kind, row, owner }: Work,
  values: Row,
  write: (tx: Tx) => Promise<Row | undefined>,
): Promise<Row> {
  return database.transaction(async (tx) => {
    const held = await withNamedTables(tx)
      .updateTable(kind.table)
      .set({ heartbeat_at: clock() })
      .where('id', '=', row.id)
      .where('lease_owner', '=', owner)
      .where('status', 'in', listActiveStates(kind))
      .returningAll()
      .executeTakeFirst();
    if (!held) throw new WorkLost();
    const more = await write(tx);
    const changes = { ...values, ...more };
    if (Object.keys(changes).length === 0) return held;
    await withNamedTables(tx).updateTable(kind.table).set(changes).where('id', '=', row.id).execute();
    return { ...held, ...changes };
  });
}

/** Returns the columns for work on a stage. */
export function createProgressRow(kind: WorkKind, stage: Stage, progress: number): Row {
  return { stage, status: kind.atWork[stage], progress };
}

/** Returns the limits of a worker thread for a stage. The stage's own timeout ends it earlier. */
export function getBounds({ signal }: Work): ParseBounds {
  return { timeoutMs: 2 * 3600_000, signal };
}

/** Stages of document processing in order. Each can be repeated. */
const stages = ['parse', 'clean', 'split', 'index'] as const;
export type Stage = (typeof stages)[number];

/** A kind of document: its tables, columns and states. */
export interface WorkKind {
  readonly name: 'know' | 'pdf';
  readonly table: 'know_docs' | 'pdf_docs';
  readonly chunks: 'know_chunks' | 'pdf_chunks';
  /** Column of the owners whose documents take turns. */
  readonly group: 'knowledge_id' | 'user_id';
  readonly waiting: string;
  readonly done: string;
  readonly atWork: Readonly<Record<Stage, string>>;
}

export const knowWork: WorkKind = {
  name: 'know',
  table: 'know_docs',
  chunks: 'know_chunks',
  group: 'knowledge_id',
  waiting: 'waiting',
  done: 'completed',
  atWork: { parse: 'parsing', clean: 'cleaning', split: 'splitting', index: 'indexing' },
};

export const pdfWork: WorkKind = {
  name: 'pdf',
  table: 'pdf_docs',
  chunks: 'pdf_chunks',
  group: 'user_id',
  waiting: 'queued',
  done: 'ready',
  atWork: { parse: 'parsing', clean: 'parsed', split: 'parsed', index: 'embedding' },
};

export function listActiveStates({ atWork }: WorkKind): string[] {
  return [...new Set(Object.values(atWork))];
}

export function isStage(value: unknown): value is Stage {
  return stages.includes(value as Stage);
}
