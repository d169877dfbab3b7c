import { askOcr } from '../../connectors/ask-ocr.ts';
import type { OcrAsk, OcrRead } from '../../connectors/ocr/ocr-engines.ts';
import { OutboundError, TrialFailed } from '../../outbound/index.ts';
import type { Reader, Tx } from '../../store/database.ts';
import { DocumentError, type DocumentErrorCode } from '../parse/document-error.ts';
import { pageBreak, storableText } from '../text/clean-text.ts';
import type { Parsed } from '../work/parse-stage.ts';
import { boundsOf, commitWork, type Work, type WorkNeeds } from '../work/work.ts';

const table = 'pdf_ocr_pages';

/** What OCR has made of pages so far; null for a page that has no picture to read. */
async function readSoFar(read: Reader, docId: number): Promise<Map<number, string | null>> {
  const rows = await read.selectFrom(table).select(['page', 'content']).where('doc_id', '=', docId).execute();
  return new Map(rows.map(({ page, content }) => [Number(page), content === null ? null : String(content)]));
}

async function keepPages(tx: Tx, docId: number, pages: ReadonlyMap<number, string | null>): Promise<void> {
  for (const [page, text] of pages) {
    const content = text === null ? null : storableText(text).replaceAll(pageBreak, '\n');
    await tx
      .insertInto(table)
      .values({ doc_id: docId, page, content })
      .onConflict((conflict) => conflict.columns(['doc_id', 'page']).doUpdateSet({ content }))
      .execute();
  }
}

export async function forgetOcrPages(tx: Tx, docId: number): Promise<void> {
  await tx.deleteFrom(table).where('doc_id', '=', docId).execute();
}

/** Why a call came to nothing, in the words of a document; what may pass is tried again with the work. */
function reasonOf(error: unknown): DocumentErrorCode | null {
  if (error instanceof OutboundError) {
    if (['timeout', 'connect', 'dns'].includes(error.reason)) return 'ocrBusy';
    return ['tooLarge', 'encoding', 'redirect'].includes(error.reason) ? 'ocrAnswer' : 'ocrRefused';
  }
  if (!(error instanceof TrialFailed)) return null;
  if (error.problem === 'off') return 'ocrOff';
  if (error.problem === 'answer') return 'ocrAnswer';
  const status = Number(error.code ?? 0);
  return status === 408 || status === 429 || status >= 500 ? 'ocrBusy' : 'ocrRefused';
}

async function ask(needs: WorkNeeds, work: Work, given: OcrAsk): Promise<OcrRead> {
  try {
    return await askOcr(needs, given, work.signal);
  } catch (error) {
    work.signal.throwIfAborted();
    const code = reasonOf(error);
    throw code === null ? error : new DocumentError(code);
  }
}

/** Pages that one call is about, as the engine takes them. */
async function readPages(
  needs: WorkNeeds,
  work: Work,
  bytes: Buffer,
  pages: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { engine } = await needs.settings.read('pdf', 'ocr');
  if (engine === 'mistral') return ask(needs, work, { kind: 'pages', pdf: bytes, pages });
  const [page = 1] = pages;
  const picture = await needs.parser.picture({ bytes, page }, boundsOf(work));
  return picture === null
    ? new Map([[page, null]])
    : ask(needs, work, { kind: 'picture', png: Buffer.from(picture), page });
}

export interface OcrText {
  readonly text: string;
  /** Pages that OCR has read. */
  readonly pages: number;
}

/**
 * The text of a document with some pages read by OCR. Each call's pages are kept at once, so that none is asked for twice; null
 * when there is more to do than half of a stage's time allows. Pages of which the engine has no picture keep their own text.
 */
export async function readByOcr(
  needs: WorkNeeds,
  work: Work,
  { text, bytes }: Parsed,
  wanted: readonly number[],
): Promise<OcrText | null> {
  const docId = Number(work.row.id);
  const { enabled, engine, pagesAtOnce } = await needs.settings.read('pdf', 'ocr');
  const { stageMinutes } = await needs.settings.read('pdf', 'pipeline');
  const until = performance.now() + stageMinutes * 30_000;
  const read = await readSoFar(needs.database.read, docId);
  const missing = wanted.filter((page) => !read.has(page));
  if (missing.length > 0 && !enabled) throw new DocumentError('ocrOff');
  const atOnce = engine === 'mistral' ? pagesAtOnce : 1;
  for (let from = 0; from < missing.length; from += atOnce) {
    work.signal.throwIfAborted();
    if (from > 0 && performance.now() > until) return null;
    const made = await readPages(needs, work, bytes, missing.slice(from, from + atOnce));
    for (const [page, content] of made) read.set(page, content);
    const progress = 5 + Math.floor((34 * read.size) / Math.max(1, wanted.length));
    await commitWork(needs, work, { progress }, async (tx) => {
      await keepPages(tx, docId, made);
      return {};
    });
    work.report(progress);
  }
  const own = text.split(pageBreak);
  for (const page of wanted) own[page - 1] = read.get(page) ?? own[page - 1] ?? '';
  return { text: own.join(pageBreak), pages: wanted.filter((page) => typeof read.get(page) === 'string').length };
}
