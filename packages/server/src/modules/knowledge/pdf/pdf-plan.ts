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

/** Where the text of a PDF comes from: its own as it follows, its own by where it stands on the page, or OCR of its pages. */
export type ParseMode = 'text' | 'layout' | 'ocr';

export const toParseMode = (value: unknown): ParseMode => (value === 'ocr' || value === 'layout' ? value : 'text');

export interface OcrRules {
  readonly isOn: boolean;
  /** Pages without text are read by OCR even without a request for it. */
  readonly fallback: boolean;
  readonly maxPages: number;
}

export async function readOcrRules(settings: SettingsReader): Promise<OcrRules> {
  const { enabled, endpoint, fallback, maxPages } = await settings.read('pdf', 'ocr');
  return { isOn: enabled && Boolean(endpoint), fallback, maxPages };
}

/**
 * How many pages OCR is to read at most, which is what is held for; all of them when it is not known which have no text. Throws
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

const credits = (value: unknown) => Number(value ?? 0);

/** Credits that the work on a PDF came to, of those that were held: OCR of fewer pages than were planned costs less. */
export function computeDue(
  row: Pick<RowOf<'pdf_docs'>, 'ocr_planned' | 'ocr_pages' | 'ocr_paid' | 'amount' | 'ocr_price'>,
): number {
  const [planned, done, paid] = [credits(row.ocr_planned), credits(row.ocr_pages), credits(row.ocr_paid)];
  const spared = Math.max(0, planned - paid) - Math.max(0, Math.min(planned, done) - paid);
  return credits(row.amount) - spared * credits(row.ocr_price);
}

interface PdfPrice {
  readonly asset: 'coin' | 'compute';
  readonly pricePage: number;
  /** Next to the price of the page. */
  readonly priceOcrPage: number;
  readonly freePagesPerDay: number;
}

interface PdfClaim {
  readonly userId: number;
  /** The platform's name of this hold; asked again with it, it is the same. */
  readonly requestId: string;
  /** Pages that are to be paid, and those of which OCR is, which may be others. */
  readonly pages: number;
  readonly ocrPages: number;
  readonly timezone: string;
}

const day = 24 * 3600 * 1000;
/** How long what is held for a PDF stands, in ms: its work ends long before. */
const holdTime = 2 * day;

/** Free pages that a user has left on the site's day. */
async function freeLeft(
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
  /** Left out when the pages themselves are paid. */
  readonly free_pages?: number;
  readonly amount: number;
  readonly asset: 'coin' | 'compute';
  readonly hold_no: string | null;
}

/** Sets aside what the pages of a PDF cost, but for those that are free today, and what OCR of some of them does. */
export async function holdForPdf(
  scope: TxContext,
  claim: PdfClaim,
  price: PdfPrice,
  { cover, dayOf }: { readonly cover: QuotaCover; readonly dayOf: DayOf },
): Promise<PdfHold> {
  await scope.dialect.lock(scope.tx, `pdf of ${claim.userId}`);
  const free = claim.pages === 0 ? 0 : Math.min(claim.pages, await freeLeft(scope, claim, price, dayOf));
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

/** Gives back what was held for a PDF that was not read. */
export async function releasePdf(scope: TxContext, { hold_no: no }: RowOf<'pdf_docs'>): Promise<void> {
  if (no === null || no === undefined) return;
  const hold = await getHold(scope, no);
  if (hold.status === 'held') await releaseHold(scope, hold.no);
}

/** What a PDF has cost so far, and of how many pages OCR is paid. */
interface PdfPaid {
  readonly charged: number;
  readonly ocr_paid: number;
}

/** Charges what the work came to of what was held for it, once, with its line in the consumption. */
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

/** The line in the consumption of what was paid. */
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
