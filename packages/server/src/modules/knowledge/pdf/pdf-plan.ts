import type { DayOf, SiteHour } from '../../../platform/context/day-of.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import {
  type Captured,
  captureHold,
  getHold,
  isCapturable,
  placeHold,
  type QuotaCover,
  recordUsage,
  releaseHold,
} from '../../ledger/index.ts';
import { DocumentError } from '../parse/document-error.ts';

/** Source of the text of a PDF: the embedded text in file order, the embedded text by layout, or OCR. */
export type ParseMode = 'text' | 'layout' | 'ocr';

export const toParseMode = (value: unknown): ParseMode => (value === 'ocr' || value === 'layout' ? value : 'text');

export interface OcrRules {
  readonly isOn: boolean;
  /** Whether pages without text are read by OCR although the mode is not `ocr`. */
  readonly fallback: boolean;
  readonly maxPages: number;
}

export async function readOcrRules(settings: SettingsReader): Promise<OcrRules> {
  const { enabled, endpoint, fallback, maxPages } = await settings.read('pdf', 'ocr');
  return { isOn: enabled && Boolean(endpoint), fallback, maxPages };
}

/**
 * Returns the maximum number of pages for OCR, which the hold covers: all pages when it is unknown which have no text. Throws
 * DocumentError.
 */
export function planOcr(
  mode: ParseMode,
  { pages, scanned }: { readonly pages: number; readonly scanned: number | null },
  { isOn, fallback, maxPages }: OcrRules,
): number {
  if (mode === 'ocr' && !isOn) throw new DocumentError('ocrOff');
  const planned = mode === 'ocr' ? pages : isOn && fallback ? (scanned ?? pages) : 0;
  if (planned > maxPages) throw new DocumentError('ocrTooManyPages');
  return planned;
}

const getCredits = (value: unknown) => Number(value ?? 0);

/** Returns the credits to charge, at most the held amount. OCR of fewer pages than planned costs less. */
export function computeDue(
  row: Pick<RowOf<'pdf_docs'>, 'ocr_planned' | 'ocr_pages' | 'ocr_paid' | 'amount' | 'ocr_price'>,
): number {
  const [planned, done, paid] = [getCredits(row.ocr_planned), getCredits(row.ocr_pages), getCredits(row.ocr_paid)];
  const spared = Math.max(0, planned - paid) - Math.max(0, Math.min(planned, done) - paid);
  return getCredits(row.amount) - spared * getCredits(row.ocr_price);
}

interface PdfPrice {
  readonly asset: 'coin' | 'compute';
  readonly pricePage: number;
  /** Price of OCR per page, in addition to the page price. */
  readonly priceOcrPage: number;
  readonly freePagesPerDay: number;
}

interface PdfClaim {
  readonly userId: number;
  /** The platform's request ID. Repeating it returns the same hold. */
  readonly requestId: string;
  /** Numbers of pages to pay at the page price and at the OCR price, which may be different pages. */
  readonly pages: number;
  readonly ocrPages: number;
  readonly timezone: string;
}

const day = 24 * 3600 * 1000;
/** How long the hold of a PDF lasts, in ms. The work ends long before. */
const holdTime = 2 * day;

/** Returns the free pages that a user has left today, in the site's time zone. */
async function countFreeLeft(
  { tx, at }: TxContext,
  { userId, timezone }: PdfClaim,
  { freePagesPerDay }: PdfPrice,
  dayOf: DayOf,
): Promise<number> {
  if (freePagesPerDay === 0) return 0;
  const rows = await tx
    .selectFrom('pdf_docs')
    .select(['free_pages', 'created_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>', at - 2 * day)
    .where('status', 'not in', ['failed', 'cancelled'])
    .execute();
  const today = rows.filter((row) => dayOf(row.created_at, timezone) === dayOf(at, timezone));
  const used = today.reduce((sum, row) => sum + (row.free_pages ?? 0), 0);
  return Math.max(0, freePagesPerDay - used);
}

interface PdfHold {
  /** Omitted when the pages were paid before. */
  readonly free_pages?: number;
  readonly amount: number;
  readonly asset: 'coin' | 'compute';
  readonly hold_no: string | null;
}

/** Holds the price of the pages, except today's free pages, and of OCR. */
export async function holdForPdf(
  scope: TxContext,
  claim: PdfClaim,
  price: PdfPrice,
  { cover, dayOf }: { readonly cover: QuotaCover; readonly dayOf: DayOf },
): Promise<PdfHold> {
  await scope.dialect.lock(scope.tx, `pdf of ${claim.userId}`);
  const free = claim.pages === 0 ? 0 : Math.min(claim.pages, await countFreeLeft(scope, claim, price, dayOf));
  const amount = (claim.pages - free) * price.pricePage + claim.ocrPages * price.priceOcrPage;
  const stored = { ...(claim.pages === 0 ? {} : { free_pages: free }), amount, asset: price.asset };
  if (amount === 0) return { ...stored, hold_no: null };
  const { userId, requestId } = claim;
  const hold = await placeHold(scope, {
    userId,
    requestId,
    capability: 'pdf',
    asset: price.asset,
    amount,
    ttlMs: holdTime,
    cover,
  });
  return { ...stored, hold_no: hold.no };
}

/** Releases the hold of a PDF that was not read. */
export async function releasePdf(scope: TxContext, { hold_no: no }: RowOf<'pdf_docs'>): Promise<void> {
  if (no === null || no === undefined) return;
  const hold = await getHold(scope, no);
  if (hold.status === 'held') await releaseHold(scope, hold.no);
}

/** The charges of a PDF so far and the number of paid OCR pages. */
interface PdfPaid {
  readonly charged: number;
  readonly ocr_paid: number;
}

/** Captures the hold for the actual price, once, with its usage record. */
export async function capturePdf(scope: TxContext, row: RowOf<'pdf_docs'>, when: SiteHour): Promise<PdfPaid> {
  const before = row.charged;
  const ocrPaid = row.ocr_paid ?? 0;
  const paid = { charged: before, ocr_paid: Math.max(ocrPaid, row.ocr_pages ?? 0) };
  if (row.hold_no === null || row.hold_no === undefined || row.amount === 0) return paid;
  const hold = await getHold(scope, row.hold_no);
  if (hold.status === 'captured') return paid;
  if (!isCapturable(hold)) throw new DocumentError('holdGone');
  const operator = { kind: 'system', id: null } as const;
  const captured = await captureHold(scope, { no: hold.no, amount: computeDue(row), operator, debtLimit: 0 });
  const isFirst = (row.generation ?? 0) === 0;
  const units = isFirst ? (row.pages ?? 0) : Math.max(0, paid.ocr_paid - ocrPaid);
  if (!captured.replayed) await recordPdf(scope, captured, units, when);
  return { ...paid, charged: before + captured.charged };
}

/** Adds the usage record of a payment. */
export async function recordPdf(
  scope: TxContext,
  { hold, listAmount, charged, fromQuota }: Captured,
  units: number,
  when: SiteHour,
) {
  const { requestId, userId, capability, asset, id: holdId } = hold;
  await recordUsage(scope, {
    ...{ requestId, userId, capability, asset, holdId, ...when },
    ...{ chargedAmount: charged, quotaAmount: fromQuota, listAmount },
    ...{ status: 'success', modelId: null, modelName: null, apiKeyId: null },
    ...{ promptTokens: 0, completionTokens: 0, units, upstreamCost: 0 },
    ...{ errorCode: null, latencyMs: null, stream: false },
  });
}
