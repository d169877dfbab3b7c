import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Row } from '../../../platform/store/database.ts';
import { DocumentError } from '../parse/document-error.ts';

/** Where the text of a PDF comes from: its own as it follows, its own by where it stands on the page, or OCR of its pages. */
export type ParseMode = 'text' | 'layout' | 'ocr';

export const toParseMode = (value: unknown): ParseMode => (value === 'ocr' || value === 'layout' ? value : 'text');

export interface OcrRules {
  readonly isOn: boolean;
  /** Pages without text are read by OCR though nobody asked for it. */
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

const points = (value: unknown) => Number(value ?? 0);

/** Points that the work on a PDF came to, of those that were held: OCR of fewer pages than were planned costs less. */
export function computeDue(row: Row): number {
  const [planned, done, paid] = [points(row.ocr_planned), points(row.ocr_pages), points(row.ocr_paid)];
  const spared = Math.max(0, planned - paid) - Math.max(0, Math.min(planned, done) - paid);
  return points(row.amount) - spared * points(row.ocr_price);
}
