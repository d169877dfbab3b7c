import { documentFailures, Fault, type Locale, pdfDoc, say } from '@gantry/core';
import { readMembershipRules } from '../../membership/membership-rules.ts';
import { createQuotaCover } from '../../membership/quota-cover.ts';
import type { DayOf } from '../../money/day-of.ts';
import type { MoneyScope } from '../../money/posting.ts';
import type { Row } from '../../store/database.ts';
import { insertRecords, newRow } from '../../store/records.ts';
import { DocumentError } from '../parse/document-error.ts';
import { findDocument, readParts, type StoredDocument } from '../store/document-store.ts';
import type { WorkNeeds } from '../work/work.ts';
import { holdForPdf } from './pdf-money.ts';

export interface PdfRequest {
  readonly userId: number;
  readonly requestId: string;
  readonly file: string;
  readonly name: string | null;
}

/** How it is asked for: by the platform when nothing is said. */
interface PdfAsking {
  readonly locale?: Locale;
  /** The price of its pages is waived. */
  readonly free?: boolean;
}

type PdfNeeds = Pick<WorkNeeds, 'database' | 'settings' | 'parser'>;

const megabyte = 1024 * 1024;
const refusal = ({ code }: DocumentError, locale: Locale) =>
  new Fault('invalid', { errors: { file: [say(documentFailures[code], locale)] }, data: { reason: code } });

/** How many pages a PDF has; refused when it cannot be read at all, or has too many. */
async function pagesOf(
  { database, settings, parser }: PdfNeeds,
  stored: StoredDocument,
  locale: Locale,
): Promise<number> {
  const { maxPages } = await settings.read('pdf', 'limits');
  const limits = { maxPages, maxBytes: megabyte, maxText: 1, countOnly: true };
  const bounds = { timeoutMs: 10_000, signal: AbortSignal.timeout(60_000) };
  try {
    const bytes = await readParts(database.read, stored.id);
    return (await parser.parse({ bytes, format: 'pdf', limits }, bounds)).pages;
  } catch (error) {
    throw error instanceof DocumentError ? refusal(error, locale) : error;
  }
}

/** What is found out before the transaction. */
export async function checkPdf(
  needs: PdfNeeds,
  { file, userId, requestId }: PdfRequest,
  { locale = 'en-US', free = false }: PdfAsking = {},
) {
  const { enabled, fileMegabytes } = await needs.settings.read('pdf', 'limits');
  const known = await needs.database.read
    .selectFrom('pdf_docs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (known) return { known };
  if (!enabled) throw new Fault('stateConflict', { data: { state: 'closed' } });
  const stored = await findDocument(needs.database.read, file);
  if (!stored) throw new Fault('notFound', { data: { file } });
  if (stored.format !== 'pdf') throw refusal(new DocumentError('format'), locale);
  if (stored.size > fileMegabytes * megabyte) throw refusal(new DocumentError('tooLarge'), locale);
  const asked = await needs.settings.read('pdf', 'price');
  const price = free ? { ...asked, pricePage: 0, freePagesPerDay: 0 } : asked;
  const cover = createQuotaCover(await readMembershipRules(needs.settings), { locale });
  const { timezone } = await needs.settings.read('system', 'site');
  return { known: null, stored, price, cover, timezone, pages: await pagesOf(needs, stored, locale) };
}

/** A PDF of a user at the end of the queue, with what its pages cost held. Asked again with the same request, it is the same. */
export async function submitPdf(
  scope: MoneyScope,
  { userId, requestId, name, by = null }: PdfRequest & { readonly by?: number | null },
  checked: Awaited<ReturnType<typeof checkPdf>>,
  dayOf: DayOf,
): Promise<Row> {
  if (checked.known) return checked.known;
  const { stored, price, cover, timezone, pages } = checked;
  const { tx, dialect, at } = scope;
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new Fault('notFound', { data: { userId } });
  if (user.status !== 'active') throw new Fault('stateConflict', { data: { state: user.status } });
  const claim = { userId, requestId: `pdf:${requestId}`, pages, timezone };
  const { free_pages, hold_no, amount, asset } = await holdForPdf(scope, claim, price, { cover, dayOf });
  const same = tx.selectFrom('pdf_docs').selectAll().where('user_id', '=', userId).where('request_id', '=', requestId);
  const earlier = await same.executeTakeFirst();
  if (earlier) return earlier;
  const { file, size, sha256 } = stored;
  const values = {
    userId,
    requestId,
    name: name ?? stored.name,
    file,
    size,
    contentHash: sha256,
    pages,
    asset,
    amount,
  };
  const row = newRow(pdfDoc, { ...values, holdNo: hold_no }, { by, at });
  const [id = 0] = await insertRecords(tx, dialect, pdfDoc, [row]);
  await tx.updateTable('pdf_docs').set({ free_pages }).where('id', '=', id).execute();
  return { ...row, id };
}
