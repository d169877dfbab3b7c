import { Readable } from 'node:stream';
import {
  ApiError,
  type DocumentForm,
  documentTypes,
  kebab,
  localize,
  permittedFields,
  recordFileName,
} from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import type { CallRequest } from '../../http/call.ts';
import { maxZipEntries, type ZipEntry, zipPieces } from '../../storage/zip-writer.ts';
import { countAll } from '../../store/query/list-rows.ts';
import type { ExportBody } from '../bulk-bodies.ts';
import type { Engine, Plan } from '../engine.ts';
import { stripTags } from './document-text.ts';
import { openExport, streamPages } from './export-pages.ts';
import type { FileRecord } from './record-file.ts';
import { createWordDocument } from './word-document.ts';

/** Texts read at once: they are longer than the rows of a table. */
const textsAtOnce = 20;

const words = {
  noDocument: { zh: '这种记录没有可存为文档的正文', en: 'these records have no text to export as a document' },
  one: { zh: '单个文档只能是一条记录；多条请用 ZIP', en: 'a document is of one record; take a zip for several' },
  many: { zh: `一个 ZIP 最多 ${maxZipEntries} 篇，请缩小范围`, en: `a zip holds ${maxZipEntries}: narrow the list` },
  columns: { zh: '文档没有列，也没有合计', en: 'documents have neither columns nor totals' },
  empty: { zh: '（无正文）', en: '(no text)' },
} as const;

interface DocumentBody extends ExportBody {
  readonly format: DocumentForm;
}

/** What the documents are made of. */
interface Source {
  readonly title: string;
  readonly field: string;
  readonly kind: 'markdown' | 'docx';
  readonly caller: Caller;
  /** UTC ms that the documents are said to be of. */
  readonly at: number;
}

const rejection = (field: string, said: (typeof words)[keyof typeof words], { locale }: Caller) =>
  new ApiError('invalid', { errors: { [field]: [localize(said, locale)] } });

function sourceOf(
  { resource }: Plan,
  { format, columns, totals, ids }: DocumentBody,
  caller: Caller,
): Omit<Source, 'at'> {
  const { document: field, title } = resource;
  if (field === undefined || !permittedFields(resource, caller.actor.role, 'detail').includes(field))
    throw rejection('format', words.noDocument, caller);
  if (columns || totals) throw rejection(columns ? 'columns' : 'totals', words.columns, caller);
  if (!format.endsWith('.zip') && new Set(ids).size !== 1) throw rejection('format', words.one, caller);
  return { title, field, kind: format.startsWith('docx') ? 'docx' : 'markdown', caller };
}

/** The document of a record. One that has no text, because it failed or was stopped, says that. */
async function bytesOf(record: FileRecord, { field, kind, caller, at }: Source): Promise<Buffer> {
  const written = record[field];
  const text = typeof written === 'string' && written.trim() !== '' ? written : localize(words.empty, caller.locale);
  return kind === 'docx' ? createWordDocument(text, at) : Buffer.from(stripTags(text));
}

async function* entriesOf(pages: AsyncIterable<readonly FileRecord[]>, source: Source): AsyncGenerator<ZipEntry> {
  for await (const records of pages) {
    for (const record of records) {
      const name = recordFileName(record[source.title], record[source.field], source.kind);
      const bytes = await bytesOf(record, source);
      // A Word file is packed already.
      yield { name, pack: source.kind === 'markdown', pieces: () => [bytes] };
    }
  }
}

/** Texts of records as documents: that of one alone, else a zip of them, made while it is read. Logged as every export is. */
export async function exportDocuments(
  engine: Engine,
  plan: Plan,
  body: DocumentBody,
  { caller, reply }: Pick<CallRequest, 'caller' | 'reply'>,
): Promise<unknown> {
  const { resource } = plan;
  const { format } = body;
  const source = { ...sourceOf(plan, body, caller), at: engine.services.clock() };
  const rows = await openExport(engine, plan, body, caller);
  if ((await countAll(rows)) > maxZipEntries) throw rejection('format', words.many, caller);
  const pages = streamPages(engine, plan, rows, ['id', source.title, source.field], caller, null, textsAtOnce);
  const isPacked = format.endsWith('.zip');
  const first = isPacked ? undefined : (await pages.next()).value?.[0];
  if (!isPacked && !first) throw new ApiError('notFound');
  const resourceId = isPacked ? null : (body.ids?.[0] ?? null);
  const after = {
    format,
    filters: body.filters ?? {},
    keyword: body.keyword ?? '',
    ...(body.ids ? { ids: body.ids.length } : {}),
  };
  await engine.services.audit.note(caller, { resource: resource.name, resourceId, action: 'export', after });
  const name = `${kebab(resource.name)}${resourceId === null ? '' : `-${resourceId}`}`;
  void reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  void reply.header('cache-control', 'no-store').type(documentTypes[format]);
  if (first) return reply.send(await bytesOf(first, source));
  return reply.send(Readable.from(zipPieces(entriesOf(pages, source), source.at)));
}
