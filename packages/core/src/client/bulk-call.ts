import type { FieldErrors } from '../errors/index.ts';

/** Forms in which a text leaves as a document: that of one record, or a zip that holds one of each. */
export const documentTypes = {
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'md.zip': 'application/zip',
  'docx.zip': 'application/zip',
} as const;
export type DocumentForm = keyof typeof documentTypes;
export const documentForms = Object.keys(documentTypes) as readonly DocumentForm[];

/** Which records a bulk call is about: some ids, or all that match a filter but for some. */
export type Selection =
  | { readonly ids: readonly number[] }
  | {
      readonly filters: Readonly<Record<string, unknown>>;
      readonly keyword?: string;
      readonly except?: readonly number[];
    };

/** Body of `batch`: an action (or `delete`, or `update` with values) over a selection; `after` resumes past an id. */
export type BatchCall = Selection & {
  readonly action: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly dryRun?: boolean;
  /** Work on at most this many records and say where to go on. */
  readonly limit?: number;
  readonly after?: number | null;
};

export interface BatchItem {
  readonly id: number;
  readonly code: number;
  readonly message: string;
}

export interface BatchAnswer {
  readonly affected: number;
  readonly failed: number;
  /** One entry a record, failures with their reason. */
  readonly items: readonly BatchItem[];
  /** Give it as `after` to go on; null when all is done. */
  readonly next: number | null;
  readonly total: number;
  /** Of what the action answers of each record, the figures that can be added up, over those whose change was made; what follows it may have failed. */
  readonly sums?: Readonly<Record<string, number>>;
}

export const onConflicts = ['error', 'skip', 'update'] as const;
export type OnConflict = (typeof onConflicts)[number];

/**
 * Body of `import`: rows of values, each with the line of the file it came from. An `id` names the record that a row is, where it
 * shares no unique field with one.
 */
export interface ImportCall {
  readonly rows: readonly {
    readonly line: number;
    readonly id?: number;
    readonly values: Readonly<Record<string, unknown>>;
  }[];
  readonly onConflict?: OnConflict;
  readonly dryRun?: boolean;
}

export interface ImportRowError {
  readonly line: number;
  readonly errors: FieldErrors;
}

export interface ImportAnswer {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly errors: readonly ImportRowError[];
}

/** Rows that one import call takes at most; a file is sent as a row of calls. */
export const importChunk = 5_000;
/** Records that one batch call works on at most. */
export const batchChunk = 1_000;

/** Forms that an export is written in, with the type of each. */
export const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
} as const;
export type ExportFormat = keyof typeof exportTypes;
export const exportFormats = Object.keys(exportTypes) as readonly ExportFormat[];

/**
 * How times are written: in ISO 8601 with the offset of the site's zone, as UTC milliseconds, or as the site's clocks show them. Files
 * for people have the first, JSON and YAML the second, a workbook cells of the third.
 */
export const timeFormats = ['iso', 'epoch', 'local'] as const;
export type TimeFormat = (typeof timeFormats)[number];

const otherEndings: Readonly<Record<string, ExportFormat>> = { jsonl: 'ndjson', yml: 'yaml' };

/** The form that the name of a file asks for by its ending, else CSV. */
export function getExportFormat(file: string): ExportFormat {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  return exportFormats.find((format) => format === ending) ?? otherEndings[ending] ?? 'csv';
}

/** Those of any number of records. */
export const packedForms = ['md.zip', 'docx.zip'] as const satisfies readonly DocumentForm[];
export type FileFormat = ExportFormat | DocumentForm;

export const isDocumentForm = (format: string): format is DocumentForm => /^(?:md|docx)(?:\.zip)?$/.test(format);

/** The form that the name of a file asks for, of a kind of record whose texts leave as documents or not. */
export function getFileFormat(file: string, { document }: { readonly document?: string }): FileFormat {
  const ending = /\.((?:md|docx)(?:\.zip)?)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  if (document === undefined) return getExportFormat(file);
  if (isDocumentForm(ending)) return ending;
  return /\.zip$/i.test(file) ? 'md.zip' : getExportFormat(file);
}
