import { ApiError, documentFailures, type Locale, localize, pdfDoc } from '@gantry/core';
import type { DayOf } from '../../../platform/context/day-of.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { createQuotaCover, readMembershipRules } from '../../memberships/index.ts';
import { DocumentError } from '../parse/document-error.ts';
import { findUpload, readParts, type StoredDocument } from '../store/document-store.ts';
import { maxTextLength } from '../work/parse-stage.ts';
import type { WorkDeps } from '../work/work.ts';
import { holdForPdf, type OcrRules, type ParseMode, planOcr, readOcrRules } from './pdf-plan.ts';

export interface PdfRequest {
  readonly userId: number;
  readonly requestId: string;
  readonly file: string;
  readonly name: string | null;
  readonly parseMode: ParseMode;
}

/** Options of a submission. The defaults apply to the platform's call. */
interface PdfQuestion {
  readonly locale?: Locale;
  /** Waives the page price. */
  readonly free?: boolean;
}

type PdfDeps = Pick<WorkDeps, 'database' | 'settings' | 'parser'>;

const megabyte = 1024 * 1024;
/** Creates the error at the field `parseMode` for OCR limits, otherwise at the field `file`. */
export function createPdfError({ code }: DocumentError, locale: Locale): ApiError {
  const field = code === 'ocrOff' || code === 'ocrTooManyPages' ? 'parseMode' : 'file';
  return new ApiError('invalid', {
    errors: { [field]: [localize(documentFailures[code], locale)] },
    data: { reason: code },
  });
}

/** Timeout for checking a PDF before it is queued, in ms. */
const checkMs = 20_000;

/** Counts the pages, and those without text unless `countOnly` is set. Throws DocumentError for an unreadable or too long PDF. */
async function getPages(
  { database, settings, parser }: PdfDeps,
  stored: StoredDocument,
  countOnly: boolean,
): Promise<{ readonly pages: number; readonly scanned: number | null }> {
  const { maxPages } = await settings.read('pdf', 'limits');
  const limits = { maxPages, maxBytes: megabyte, maxText: maxTextLength, countOnly, mayBeBlank: true };
  const bounds = { timeoutMs: checkMs, signal: AbortSignal.timeout(60_000) };
  const bytes = await readParts(database.read, stored.id);
  const { pages, blank } = await parser.parse({ bytes, format: 'pdf', limits }, bounds);
  return { pages, scanned: countOnly ? null : blank.length };
}

/** Returns the number of pages and of pages for OCR. */
async function measurePages(deps: PdfDeps, stored: StoredDocument, mode: ParseMode, rules: OcrRules) {
  const { isOn, fallback } = rules;
  if (mode === 'ocr' && !isOn) throw new DocumentError('ocrOff');
  const countOnly = mode === 'ocr' || !(isOn && fallback);
  const size = await getPages(deps, stored, countOnly).catch((error: unknown) => {
    // When detecting text takes too long, the worker does it later. Until then every page counts as an image.
    if (!countOnly && error instanceof DocumentError && error.code === 'timeout') return getPages(deps, stored, true);
    throw error;
  });
  return { ...size, planned: planOcr(mode, size, rules) };
}

/** Returns the PDF of a repeated request. The same bytes may be uploaded again; other bytes are rejected with `keyReused`. */
async function getSameFile({ database }: PdfDeps, known: RowOf<'pdf_docs'>, file: string): Promise<RowOf<'pdf_docs'>> {
  if (known.file === file) return known;
  const stored = await findUpload(database.read, file);
  if (stored?.sha256 === known.content_hash) return known;
  throw new ApiError('keyReused', { data: { requestId: String(known.request_id) } });
}

/** Runs the slow checks of a submission before the transaction. */
export async function checkPdf(
  deps: PdfDeps,
  { file, userId, requestId, parseMode }: PdfRequest,
  { locale = 'en-US', free = false }: PdfQuestion = {},
) {
  const { enabled, fileMegabytes } = await deps.settings.read('pdf', 'limits');
  const known = await deps.database.read
    .selectFrom('pdf_docs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (known) return { known: await getSameFile(deps, known, file) };
  if (!enabled) throw new ApiError('stateConflict', { data: { state: 'closed' } });
  const stored = await findUpload(deps.database.read, file);
  if (!stored) throw new ApiError('notFound', { data: { file } });
  if (stored.format !== 'pdf') throw createPdfError(new DocumentError('format'), locale);
  if (stored.size > fileMegabytes * megabyte) throw createPdfError(new DocumentError('tooLarge'), locale);
  const requested = await deps.settings.read('pdf', 'price');
  const price = free ? { ...requested, pricePage: 0, priceOcrPage: 0, freePagesPerDay: 0 } : requested;
  const cover = createQuotaCover(await readMembershipRules(deps.settings), { locale });
  const { timezone } = await deps.settings.read('system', 'site');
  const rules = await readOcrRules(deps.settings);
  const size = await measurePages(deps, stored, parseMode, rules).catch((error: unknown) => {
    throw error instanceof DocumentError ? createPdfError(error, locale) : error;
  });
  return { known: null, stored, price, cover, timezone, free, ...size };
}

/** Queues a PDF of a user and holds its price. Repeating the request ID returns the same PDF. */
export async function submitPdf(
  scope: TxContext,
  { userId, requestId, name, parseMode, by = null }: PdfRequest & { readonly by?: number | null },
  checked: Awaited<ReturnType<typeof checkPdf>>,
  dayOf: DayOf,
): Promise<RowOf<'pdf_docs'>> {
  if (checked.known) return checked.known;
  const { stored, price, cover, timezone, pages, scanned, planned } = checked;
  const { tx, dialect, at } = scope;
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new ApiError('notFound', { data: { userId } });
  if (user.status !== 'active') throw new ApiError('stateConflict', { data: { state: user.status } });
  const claim = { userId, requestId: `pdf:${requestId}`, pages, ocrPages: planned, timezone };
  const { free_pages, hold_no, amount, asset } = await holdForPdf(scope, claim, price, { cover, dayOf });
  const same = tx.selectFrom('pdf_docs').selectAll().where('user_id', '=', userId).where('request_id', '=', requestId);
  const earlier = await same.executeTakeFirst();
  if (earlier && earlier.content_hash !== stored.sha256) throw new ApiError('keyReused', { data: { requestId } });
  if (earlier) return earlier;
  const { file, size, sha256 } = stored;
  const values = {
    userId,
    requestId,
    name: name ?? stored.name,
    file,
    size,
    contentHash: sha256,
    parseMode,
    pages,
    scannedPages: scanned,
    asset,
    amount,
  };
  const row = createRow(pdfDoc, { ...values, holdNo: hold_no }, { by, at });
  const [id = 0] = await insertRecords(tx, dialect, pdfDoc, [row]);
  const agreed = { free_pages, ocr_planned: planned, ocr_price: price.priceOcrPage, waived: checked.free ? 1 : 0 };
  return tx.updateTable('pdf_docs').set(agreed).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
