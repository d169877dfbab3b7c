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
  listPermittedFields,
  localize,
  recordFileName,
  snake,
} from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import type { CallHandler, CallRequest } from '../../http/call.ts';
import { maxZipEntries, type ZipEntry, zipPieces } from '../../storage/zip-writer.ts';
import { createRecordReader } from '../../store/columns.ts';
import { countAll, type ListSource, openList, readPage } from '../../store/query/list-rows.ts';
import { getOrderPosition, type Position } from '../../store/query/order.ts';
import type { Engine, Plan } from '../engine.ts';
import { readRequest, withCurrencies } from '../list.ts';
import { type ExportBody, readBody, recordExportBody } from '../read-body.ts';
import { stripTags } from './document-text.ts';
import { createFileStream, createSums, type FileRecord, type Sums } from './record-file.ts';
import { maxSheetRows, tooManyRows } from './sheet-form.ts';
import { createWordDocument } from './word-document.ts';

/** Number of records per page: it limits the memory of an export and how long other calls wait for it. */
const pageRows = 500;

/** Opens the list of an export: the records of a filter, or some by their ids. */
async function openExport(engine: Engine, plan: Plan, body: ExportBody, caller: Caller): Promise<ListSource> {
  const request = readRequest(plan, { filters: body.filters, keyword: body.keyword }, caller);
  const ids = body.ids ? [...new Set(body.ids)] : null;
  return openList(engine.services.database, plan.resource, request, ids);
}

const pick = (records: readonly FileRecord[], names: readonly string[]) =>
  records.map((record) => Object.fromEntries(names.map((name) => [name, record[name]])));

/**
 * Streams the records of an export page by page, waiting for a slow reader. It yields to other work after each page, since a fast
 * database would never let others run in between.
 */
async function* streamPages(
  engine: Engine,
  plan: Plan,
  source: ListSource,
  names: readonly string[],
  caller: Caller,
  sums: Sums | null = null,
  pageSize = pageRows,
): AsyncGenerator<readonly FileRecord[]> {
  const presentRecords = engine.presenters?.[plan.resource.name];
  const toRecord = createRecordReader(plan.resource, presentRecords ? [...new Set(['id', ...names])] : names);
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  let after: Position | null = null;
  for (;;) {
    const rows = await readPage(source, { columns, after, offset: 0, limit: pageSize });
    const stored = rows.map(toRecord);
    const records = presentRecords
      ? pick(await presentRecords(engine.services.database.read, stored, caller), names)
      : stored;
    sums?.add(records);
    if (rows.length > 0) yield records;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    after = getOrderPosition(source.order, last);
    await breath();
  }
}

/** Number of texts per page; they are longer than the rows of a table. */
const textsPerPage = 20;

const messages = {
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

/** What the documents are created from. */
interface DocumentSource {
  readonly title: string;
  readonly field: string;
  readonly kind: 'markdown' | 'docx';
  readonly caller: Caller;
  /** Creation time of the documents, in UTC ms. */
  readonly at: number;
}

const createRejection = (field: string, message: (typeof messages)[keyof typeof messages], { locale }: Caller) =>
  new ApiError('invalid', { errors: { [field]: [localize(message, locale)] } });

function readDocumentSource(
  { resource }: Plan,
  { format, columns, totals, ids }: DocumentBody,
  caller: Caller,
): Omit<DocumentSource, 'at'> {
  const { document: field, title } = resource;
  if (field === undefined || !listPermittedFields(resource, caller.actor.role, 'detail').includes(field))
    throw createRejection('format', messages.noDocument, caller);
  if (columns || totals) throw createRejection(columns ? 'columns' : 'totals', messages.columns, caller);
  if (!format.endsWith('.zip') && new Set(ids).size !== 1) throw createRejection('format', messages.one, caller);
  return { title, field, kind: format.startsWith('docx') ? 'docx' : 'markdown', caller };
}

/** Returns the document of a record. A record without text, because it failed or was stopped, gets a note instead. */
async function createDocument(record: FileRecord, { field, kind, caller, at }: DocumentSource): Promise<Buffer> {
  const value = record[field];
  const text = typeof value === 'string' && value.trim() !== '' ? value : localize(messages.empty, caller.locale);
  return kind === 'docx' ? createWordDocument(text, at) : Buffer.from(stripTags(text));
}

async function* createZipEntries(
  pages: AsyncIterable<readonly FileRecord[]>,
  source: DocumentSource,
): AsyncGenerator<ZipEntry> {
  for await (const records of pages) {
    for (const record of records) {
      const name = recordFileName(record[source.title], record[source.field], source.kind);
      const bytes = await createDocument(record, source);
      // A Word file is already compressed.
      yield { name, pack: source.kind === 'markdown', pieces: () => [bytes] };
    }
  }
}

/** Exports texts as documents: one document, or a ZIP file that is created while it is sent. It is audited like every export. */
async function exportDocuments(
  engine: Engine,
  plan: Plan,
  body: DocumentBody,
  { caller, reply }: Pick<CallRequest, 'caller' | 'reply'>,
): Promise<unknown> {
  const { resource } = plan;
  const { format } = body;
  const source = { ...readDocumentSource(plan, body, caller), at: engine.services.clock() };
  const rows = await openExport(engine, plan, body, caller);
  if ((await countAll(rows)) > maxZipEntries) throw createRejection('format', messages.many, caller);
  const pages = streamPages(engine, plan, rows, ['id', source.title, source.field], caller, null, textsPerPage);
  const isZip = format.endsWith('.zip');
  const first = isZip ? undefined : (await pages.next()).value?.[0];
  if (!isZip && !first) throw new ApiError('notFound');
  const resourceId = isZip ? null : (body.ids?.[0] ?? null);
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
  if (first) return reply.send(await createDocument(first, source));
  return reply.send(Readable.from(zipPieces(createZipEntries(pages, source), source.at)));
}

/** Returns the columns of an export. Personal data is omitted unless its column is requested by a user who may read it. */
function selectColumns(plan: Plan, body: ExportBody, caller: Caller): string[] {
  const visible = listPermittedFields(plan.resource, caller.actor.role, 'detail');
  if (!body.columns) return visible.filter((name) => !plan.resource.fields[name]?.personal);
  const unknown = body.columns.find((name) => !visible.includes(name));
  if (unknown === undefined) return [...new Set(body.columns)];
  const message = caller.t('validation.unknown', { field: unknown.slice(0, 40) });
  throw new ApiError('invalid', { errors: { columns: [message] } });
}

/** Rejects an export with more rows than a sheet can contain, before the first byte. */
export async function checkSheet(format: FileFormat, source: ListSource, caller: Caller): Promise<void> {
  if (format !== 'xlsx' || (await countAll(source)) <= maxSheetRows) return;
  throw new ApiError('invalid', { errors: { format: [localize(tooManyRows, caller.locale)] } });
}

/** Handles an export: streams all records of a list. The export is audited before the first byte. */
export function exportHandler(engine: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  return async ({ body: input, caller, reply }) => {
    const body = readBody(recordExportBody, input, plan.labels, caller);
    const format = body.format ?? 'csv';
    if (isDocumentForm(format)) return exportDocuments(engine, plan, { ...body, format }, { caller, reply });
    const names = withCurrencies(selectColumns(plan, body, caller), plan, caller);
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
    const content = { title: localize(resource.label, caller.locale), names, fields: allFields(resource), pages, sums };
    const site = { timeZone: (await engine.timeZone?.()) ?? 'UTC', currency: (await engine.currency?.()) ?? 'CNY' };
    const { timeFormat } = body;
    const file = { ...content, ...site, locale: caller.locale, ...(timeFormat ? { timeFormat } : {}) };
    return reply.send(createFileStream(reply, kebab(resource.name), format, file));
  };
}
