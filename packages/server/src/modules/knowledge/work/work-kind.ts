/** Steps of the work on a document, in their order; each can be done again. */
export const stages = ['parse', 'clean', 'split', 'index'] as const;
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
