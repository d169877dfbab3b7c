import type { Services } from '../../../platform/context/context.ts';
import { type Row, type Tx, withNamedTables } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../../keys/index.ts';
import type { DocumentParser, ParseBounds } from '../parse/parse-apart.ts';

/** What the work on documents needs. */
export interface WorkDeps extends Services, KeyDeps {
  readonly parser: DocumentParser;
}

/** Another worker has the work now, or none: what was done of this stage is discarded. */
export class WorkLost extends Error {
  override readonly name = 'WorkLost';
}

/** A document in the hands of one worker. */
export interface Work {
  readonly kind: WorkKind;
  readonly row: Row;
  readonly owner: string;
  /** Ends when the work is wanted no more, or took too long. */
  readonly signal: AbortSignal;
  /** Percent of the whole that is done; written with the next sign of life. */
  report(progress: number): void;
}

/** What a stage does; the next starts where it ends. */
export type RunStage = (deps: WorkDeps, work: Work) => Promise<Stage | null>;

/**
 * Writes what a stage has made, with the state that follows from it, in one transaction; rejected with WorkLost when the document
 * is no longer ours. The document's new row is given back.
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

/** The state in which the next stage is worked on. */
export function createProgressRow(kind: WorkKind, stage: Stage, progress: number): Row {
  return { stage, status: kind.atWork[stage], progress };
}

/** Bounds of what a thread does for a stage, whose own time ends it. */
export function getBounds({ signal }: Work): ParseBounds {
  return { timeoutMs: 2 * 3600_000, signal };
}

/** Steps of the work on a document, in their order; each can be done again. */
const stages = ['parse', 'clean', 'split', 'index'] as const;
export type Stage = (typeof stages)[number];

/** Documents of one kind: where they are stored, and what their states are called. */
export interface WorkKind {
  readonly name: 'know' | 'pdf';
  readonly table: 'know_docs' | 'pdf_docs';
  readonly chunks: 'know_chunks' | 'pdf_chunks';
  /** Whose documents take turns. */
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
