import type { FieldErrors } from '../errors/index.ts';

/** Document formats of a text: that of one record, or a ZIP with one document per record. */
export const documentTypes = {
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'md.zip': 'application/zip',
  'docx.zip': 'application/zip',
} as const;
export type DocumentForm = keyof typeof documentTypes;
export const documentForms = Object.keys(documentTypes) as readonly DocumentForm[];

/** The records of a bulk call: single IDs, or all matching records except some. */
export type Selection =
  | { readonly ids: readonly number[] }
  | {
      readonly filters: Readonly<Record<string, unknown>>;
      readonly keyword?: string;
      readonly except?: readonly number[];
    };

/** Body of `batch`: runs an action, `delete`, or `update` with values on a selection. `after` continues after an ID. */
export type BatchCall = Selection & {
  readonly action: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly dryRun?: boolean;
  /** Maximum number of records of this call. The response tells where to continue. */
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
  /** One entry per record. Failed entries have a message. */
  readonly items: readonly BatchItem[];
  /** The `after` of the next call; null when all records are done. */
  readonly next: number | null;
  readonly total: number;
  /** Totals of the `summed` output fields over the records that were changed, even if a later step failed. */
  readonly sums?: Readonly<Record<string, number>>;
}

export const onConflicts = ['error', 'skip', 'update'] as const;
export type OnConflict = (typeof onConflicts)[number];

/**
 * Body of `import`: rows of values with their line in the file. An `id` identifies the record of a row that shares no unique
 * value with it.
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

/** Maximum number of rows per import call. Larger files are sent in several calls. */
export const importChunk = 5_000;
/** Maximum number of records per batch call. */
export const batchChunk = 1_000;

/** Export formats with their media types. */
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
 * How times are written: in ISO 8601 with the offset of the site, as UTC milliseconds, or as local times of the site. CSV and TSV
 * files default to the first, JSON and YAML to the second, workbooks to the third.
 */
export const timeFormats = ['iso', 'epoch', 'local'] as const;
export type TimeFormat = (typeof timeFormats)[number];

const otherEndings: Readonly<Record<string, ExportFormat>> = { jsonl: 'ndjson', yml: 'yaml' };

/** Returns the export format for a file name by its extension. Default: CSV. */
export function getExportFormat(file: string): ExportFormat {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  return exportFormats.find((format) => format === ending) ?? otherEndings[ending] ?? 'csv';
}

/** Document formats for any number of records. */
export const packedForms = ['md.zip', 'docx.zip'] as const satisfies readonly DocumentForm[];
export type FileFormat = ExportFormat | DocumentForm;

export const isDocumentForm = (format: string): format is DocumentForm => /^(?:md|docx)(?:\.zip)?$/.test(format);

/** Returns the format for a file name. Documents are only available for resources with `document`. */
export function getFileFormat(file: string, { document }: { readonly document?: string }): FileFormat {
  const ending = /\.((?:md|docx)(?:\.zip)?)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  if (document === undefined) return getExportFormat(file);
  if (isDocumentForm(ending)) return ending;
  return /\.zip$/i.test(file) ? 'md.zip' : getExportFormat(file);
}
