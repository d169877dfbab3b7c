import { Readable } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import {
  ApiError,
  allFields,
  type DocumentForm,
  documentTypes,
  type FileFormat,
  getCurrencyField,
  isDocumentForm,
  kebab,
  localize,
  permittedFields,
  recordFileName,
  snake,
} from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import type { CallHandler, CallRequest } from '../../http/call.ts';
import { maxZipEntries, type ZipEntry, zipPieces } from '../../storage/zip-writer.ts';
import { recordReader } from '../../store/columns.ts';
import { countAll, type ListSource, openList, readPage } from '../../store/query/list-rows.ts';
import { getOrderPosition, type Place } from '../../store/query/order.ts';
import type { Engine, Plan } from '../engine.ts';
import { readRequest, withCurrencies } from '../list.ts';
import { type ExportBody, readBody, recordExportBody } from '../read-body.ts';
import { stripTags } from './document-text.ts';
import { createFileStream, createSums, type FileRecord, type Sums } from './record-file.ts';
import { maxSheetRows, tooManyRows } from './sheet-form.ts';
import { createWordDocument } from './word-document.ts';

/** Records read and written at once: what an export keeps in memory, and how long others wait for it. */
const pageRows = 500;

/** What an export was asked for: the records of a filter, or some by their ids. */
async function openExport(engine: Engine, plan: Plan, body: ExportBody, caller: Caller): Promise<ListSource> {
  const requested = readRequest(plan, { filters: body.filters, keyword: body.keyword }, caller);
  const ids = body.ids ? [...new Set(body.ids)] : null;
  return openList(engine.services.database, plan.resource, requested, ids);
}

const pick = (records: readonly FileRecord[], names: readonly string[]) =>
  records.map((record) => Object.fromEntries(names.map((name) => [name, record[name]])));

/**
 * The records of an export, a page at a time. A reader that is slow is waited for, and one that is quick does not keep others
 * waiting: a database that answers at once would never let them in between.
 */
async function* streamPages(
  engine: Engine,
  plan: Plan,
  source: ListSource,
  names: readonly string[],
  caller: Caller,
  sums: Sums | null = null,
  atOnce = pageRows,
): AsyncGenerator<readonly FileRecord[]> {
  const shown = engine.presenters?.[plan.resource.name];
  const toRecord = recordReader(plan.resource, shown ? [...new Set(['id', ...names])] : names);
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  let after: Place | null = null;
  for (;;) {
    const rows = await readPage(source, { columns, after, offset: 0, limit: atOnce });
    const stored = rows.map(toRecord);
    const records = shown ? pick(await shown(engine.services.database.read, stored, caller), names) : stored;
    sums?.add(records);
    if (rows.length > 0) yield records;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) break;
    after = getOrderPosition(source.order, last);
    await breath();
  }
}

/** Texts read at once: they are longer than the rows of a table. */
const textsAtOnce = 20;

const words = {
  noDocument: {
    zh: '这种记录没有可存为文档的正文',
    en: 'these records have no text that can be exported as a document',
  },
  one: { zh: '单个文档只能是一条记录；多条请用 ZIP', en: 'a document contains one record; choose ZIP for several' },
  many: {
    zh: `一个 ZIP 最多 ${maxZipEntries} 篇，请缩小范围`,
    en: `a ZIP file can contain at most ${maxZipEntries} documents; narrow the list`,
  },
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
async function exportDocuments(
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

/** Personal data is left out unless a user who may read it names its column. */
function columnsOf(plan: Plan, body: ExportBody, caller: Caller): string[] {
  const visible = permittedFields(plan.resource, caller.actor.role, 'detail');
  if (!body.columns) return visible.filter((name) => !plan.resource.fields[name]?.personal);
  const unknown = body.columns.find((name) => !visible.includes(name));
  if (unknown === undefined) return [...new Set(body.columns)];
  const words = caller.t('validation.unknown', { field: unknown.slice(0, 40) });
  throw new ApiError('invalid', { errors: { columns: [words] } });
}

/** A sheet has a maximum number of rows: an export with more is rejected before the first byte. */
export async function checkSheet(format: FileFormat, source: ListSource, caller: Caller): Promise<void> {
  if (format !== 'xlsx' || (await countAll(source)) <= maxSheetRows) return;
  throw new ApiError('invalid', { errors: { format: [localize(tooManyRows, caller.locale)] } });
}

/** Streams all records of a list; the export is logged before the first byte. */
export function exportHandler(engine: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  return async ({ body: given, caller, reply }) => {
    const body = readBody(recordExportBody, given, plan.labels, caller);
    const format = body.format ?? 'csv';
    if (isDocumentForm(format)) return exportDocuments(engine, plan, { ...body, format }, { caller, reply });
    const names = withCurrencies(columnsOf(plan, body, caller), plan, caller);
    const source = await openExport(engine, plan, body, caller);
    await checkSheet(format, source, caller);
    const after = { format, columns: names, filters: body.filters ?? {}, keyword: body.keyword ?? '' };
    await engine.services.audit.note(caller, { resource: resource.name, resourceId: null, action: 'export', after });
    const sums = body.totals
      ? createSums(
          (resource.list.totals ?? []).filter((name) => names.includes(name)),
          (name) => getCurrencyField(resource, name),
        )
      : null;
    const pages = streamPages(engine, plan, source, names, caller, sums);
    const shape = { title: localize(resource.label, caller.locale), names, fields: allFields(resource), pages, sums };
    const site = { timeZone: (await engine.timeZone?.()) ?? 'UTC', currency: (await engine.currency?.()) ?? 'CNY' };
    const { timeFormat } = body;
    const file = { ...shape, ...site, locale: caller.locale, ...(timeFormat ? { timeFormat } : {}) };
    return reply.send(createFileStream(reply, kebab(resource.name), format, file));
  };
}
