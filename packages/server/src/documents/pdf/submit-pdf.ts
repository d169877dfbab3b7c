import { documentFailures, Fault, type Locale, pdfDoc, say } from '@gantry/core';
import { readMembershipRules } from '../../membership/membership-rules.ts';
import { createQuotaCover } from '../../membership/quota-cover.ts';
import type { DayOf } from '../../money/day-of.ts';
import type { MoneyScope } from '../../money/posting.ts';
import type { Row } from '../../store/database.ts';
import { insertRecords, newRow } from '../../store/records.ts';
import { DocumentError } from '../parse/document-error.ts';
import { findUpload, readParts, type StoredDocument } from '../store/document-store.ts';
import { mostText } from '../work/parse-stage.ts';
import type { WorkNeeds } from '../work/work.ts';
import { holdForPdf } from './pdf-money.ts';
import { type OcrRules, type ParseMode, plannedOcr, readOcrRules } from './pdf-plan.ts';

export interface PdfRequest {
  readonly userId: number;
  readonly requestId: string;
  readonly file: string;
  readonly name: string | null;
  readonly parseMode: ParseMode;
}

/** How it is asked for: by the platform when nothing is said. */
interface PdfAsking {
  readonly locale?: Locale;
  /** The price of its pages is waived. */
  readonly free?: boolean;
}

type PdfNeeds = Pick<WorkNeeds, 'database' | 'settings' | 'parser'>;

const megabyte = 1024 * 1024;
/** What is wrong with a file stands at it; what OCR cannot do, at how it is to be read. */
export function pdfRefusal({ code }: DocumentError, locale: Locale): Fault {
  const place = code === 'ocrOff' || code === 'ocrTooManyPages' ? 'parseMode' : 'file';
  return new Fault('invalid', { errors: { [place]: [say(documentFailures[code], locale)] }, data: { reason: code } });
}

/** How long a PDF is looked at before it is queued, in ms. */
const lookMs = 20_000;

/** The pages of a PDF, and how many of them have no text when that matters; refused when it cannot be read, or has too many. */
async function pagesOf(
  { database, settings, parser }: PdfNeeds,
  stored: StoredDocument,
  countOnly: boolean,
): Promise<{ readonly pages: number; readonly scanned: number | null }> {
  const { maxPages } = await settings.read('pdf', 'limits');
  const limits = { maxPages, maxBytes: megabyte, maxText: mostText, countOnly, mayBeBlank: true };
  const bounds = { timeoutMs: lookMs, signal: AbortSignal.timeout(60_000) };
  const bytes = await readParts(database.read, stored.id);
  const { pages, blank } = await parser.parse({ bytes, format: 'pdf', limits }, bounds);
  return { pages, scanned: countOnly ? null : blank.length };
}

/** Its pages, and those that OCR is to read. */
async function measured(needs: PdfNeeds, stored: StoredDocument, mode: ParseMode, rules: OcrRules) {
  const { isOn, fallback } = rules;
  if (mode === 'ocr' && !isOn) throw new DocumentError('ocrOff');
  const countOnly = mode === 'ocr' || !(isOn && fallback);
  const size = await pagesOf(needs, stored, countOnly).catch((error: unknown) => {
    // A text that takes long is looked for with the work: until then every page counts as a picture.
    if (!countOnly && error instanceof DocumentError && error.code === 'timeout') return pagesOf(needs, stored, true);
    throw error;
  });
  return { ...size, planned: plannedOcr(mode, size, rules) };
}

/** The PDF of a request that is known; the same bytes may have been uploaded anew, other bytes under the same request are refused. */
async function sameFile({ database }: PdfNeeds, known: Row, file: string): Promise<Row> {
  if (known.file === file) return known;
  const stored = await findUpload(database.read, file);
  if (stored?.sha256 === known.content_hash) return known;
  throw new Fault('keyReused', { data: { requestId: String(known.request_id) } });
}

/** What is found out before the transaction. */
export async function checkPdf(
  needs: PdfNeeds,
  { file, userId, requestId, parseMode }: PdfRequest,
  { locale = 'en-US', free = false }: PdfAsking = {},
) {
  const { enabled, fileMegabytes } = await needs.settings.read('pdf', 'limits');
  const known = await needs.database.read
    .selectFrom('pdf_docs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (known) return { known: await sameFile(needs, known, file) };
  if (!enabled) throw new Fault('stateConflict', { data: { state: 'closed' } });
  const stored = await findUpload(needs.database.read, file);
  if (!stored) throw new Fault('notFound', { data: { file } });
  if (stored.format !== 'pdf') throw pdfRefusal(new DocumentError('format'), locale);
  if (stored.size > fileMegabytes * megabyte) throw pdfRefusal(new DocumentError('tooLarge'), locale);
  const asked = await needs.settings.read('pdf', 'price');
  const price = free ? { ...asked, pricePage: 0, priceOcrPage: 0, freePagesPerDay: 0 } : asked;
  const cover = createQuotaCover(await readMembershipRules(needs.settings), { locale });
  const { timezone } = await needs.settings.read('system', 'site');
  const rules = await readOcrRules(needs.settings);
  const size = await measured(needs, stored, parseMode, rules).catch((error: unknown) => {
    throw error instanceof DocumentError ? pdfRefusal(error, locale) : error;
  });
  return { known: null, stored, price, cover, timezone, free, ...size };
}

/** A PDF of a user at the end of the queue, with what its pages cost held. Asked again with the same request, it is the same. */
export async function submitPdf(
  scope: MoneyScope,
  { userId, requestId, name, parseMode, by = null }: PdfRequest & { readonly by?: number | null },
  checked: Awaited<ReturnType<typeof checkPdf>>,
  dayOf: DayOf,
): Promise<Row> {
  if (checked.known) return checked.known;
  const { stored, price, cover, timezone, pages, scanned, planned } = checked;
  const { tx, dialect, at } = scope;
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new Fault('notFound', { data: { userId } });
  if (user.status !== 'active') throw new Fault('stateConflict', { data: { state: user.status } });
  const claim = { userId, requestId: `pdf:${requestId}`, pages, ocrPages: planned, timezone };
  const { free_pages, hold_no, amount, asset } = await holdForPdf(scope, claim, price, { cover, dayOf });
  const same = tx.selectFrom('pdf_docs').selectAll().where('user_id', '=', userId).where('request_id', '=', requestId);
  const earlier = await same.executeTakeFirst();
  if (earlier && earlier.content_hash !== stored.sha256) throw new Fault('keyReused', { data: { requestId } });
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
  const row = newRow(pdfDoc, { ...values, holdNo: hold_no }, { by, at });
  const [id = 0] = await insertRecords(tx, dialect, pdfDoc, [row]);
  const agreed = { free_pages, ocr_planned: planned, ocr_price: price.priceOcrPage, waived: checked.free ? 1 : 0 };
  await tx.updateTable('pdf_docs').set(agreed).where('id', '=', id).execute();
  return { ...row, id };
}
