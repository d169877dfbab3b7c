import { ConnectionTestError, OutboundError } from '../../../platform/outbound/index.ts';
import type { Reader, Tx } from '../../../platform/store/database.ts';
import { type OcrBounds, type OcrRequest, requestOcr, toPdfDataUrl } from '../ocr/ask-ocr.ts';
import { uploadPdfToMistral } from '../ocr/mistral-file.ts';
import { DocumentError, type DocumentErrorCode } from '../parse/document-error.ts';
import { pageBreak, toStorableText } from '../text/clean-text.ts';
import type { Parsed } from '../work/parse-stage.ts';
import { commitWork, getBounds, type Work, type WorkDeps } from '../work/work.ts';

const table = 'pdf_ocr_pages';

/** What OCR has made of pages so far; null for a page that has no image to read. */
async function readSoFar(read: Reader, docId: number): Promise<Map<number, string | null>> {
  const rows = await read.selectFrom(table).select(['page', 'content']).where('doc_id', '=', docId).execute();
  return new Map(rows.map(({ page, content }) => [page, content]));
}

async function keepPages(tx: Tx, docId: number, pages: ReadonlyMap<number, string | null>): Promise<void> {
  for (const [page, text] of pages) {
    const content = text === null ? null : toStorableText(text).replaceAll(pageBreak, '\n');
    await tx
      .insertInto(table)
      .values({ doc_id: docId, page, content })
      .onConflict((conflict) => conflict.columns(['doc_id', 'page']).doUpdateSet({ content }))
      .execute();
  }
}

export async function purgeOcrPages(tx: Tx, docId: number): Promise<void> {
  await tx.deleteFrom(table).where('doc_id', '=', docId).execute();
}

/** Why a call came to nothing, in the words of a document; what may pass is tried again with the work. */
function reasonOf(error: unknown): DocumentErrorCode | null {
  if (error instanceof OutboundError) {
    if (['timeout', 'connect', 'dns'].includes(error.reason)) return 'ocrBusy';
    return ['tooLarge', 'encoding', 'redirect'].includes(error.reason) ? 'ocrAnswer' : 'ocrRejected';
  }
  if (!(error instanceof ConnectionTestError)) return null;
  if (error.problem === 'off') return 'ocrOff';
  if (error.problem === 'answer') return 'ocrAnswer';
  const status = Number(error.code ?? 0);
  return status === 408 || status === 429 || status >= 500 ? 'ocrBusy' : 'ocrRejected';
}

/** Runs a call to the engine; what it throws says in the words of a document why it came to nothing. */
async function request<T>({ signal }: Work, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    signal.throwIfAborted();
    const code = reasonOf(error);
    throw code === null ? error : new DocumentError(code);
  }
}

/** The time that a stage has, so that no call to an engine outlasts it. */
interface StageTime {
  /** As `performance.now()` tells it: no more calls are started after this, and none goes on to the end. */
  readonly until: number;
  readonly end: number;
}

/** Before the end of a stage in which what was read is written down, in ms. */
const toWriteDown = 2_000;
/** What a call is given at least, in ms: less would be none. */
const shortestCall = 1_000;

const boundsIn = ({ signal }: Work, { end }: StageTime): OcrBounds => ({
  signal,
  withinMs: Math.max(shortestCall, Math.floor(end - toWriteDown - performance.now())),
});

type ReadPages = (pages: readonly number[]) => Promise<ReadonlyMap<number, string | null>>;

/** Whoever reads pages of a document, for as long as `use` takes. */
async function withReader<T>(
  deps: WorkDeps,
  work: Work,
  { bytes, calls, time }: { readonly bytes: Buffer; readonly calls: number; readonly time: StageTime },
  use: (read: ReadPages) => Promise<T>,
): Promise<T> {
  const { engine } = await deps.settings.read('pdf', 'ocr');
  if (engine === 'vision') return use(([page = 1]) => readPicture(deps, work, bytes, page, time));
  // For one call the file goes along with it: to upload it first would be three.
  const file =
    calls > 1
      ? await request(work, () => uploadPdfToMistral(deps, bytes, boundsIn(work, time)))
      : { url: toPdfDataUrl(bytes), purge: async () => undefined };
  try {
    return await use((pages) =>
      request(work, () => requestOcr(deps, { kind: 'pages', url: file.url, pages }, boundsIn(work, time))),
    );
  } finally {
    await file.purge();
  }
}

async function readPicture(deps: WorkDeps, work: Work, bytes: Buffer, page: number, time: StageTime) {
  const picture = await deps.parser.picture({ bytes, page }, getBounds(work));
  if (picture === null) return new Map([[page, null]]);
  const given: OcrRequest = { kind: 'picture', png: Buffer.from(picture), page };
  return request(work, () => requestOcr(deps, given, boundsIn(work, time)));
}

export interface OcrText {
  readonly text: string;
  /** Pages that OCR has read. */
  readonly pages: number;
}

/**
 * The text of a document with some pages read by OCR. Each call's pages are kept at once, so that none is asked for twice; null
 * when there is more to do than half of a stage's time allows. Pages of which the engine has no image keep their own text.
 * @param started when the stage did, as `performance.now()` told it
 */
export async function readByOcr(
  deps: WorkDeps,
  work: Work,
  { text, bytes }: Parsed,
  wanted: readonly number[],
  began: number,
): Promise<OcrText | null> {
  const docId = Number(work.row.id);
  const { enabled, engine, pagesAtOnce } = await deps.settings.read('pdf', 'ocr');
  const { stageMinutes } = await deps.settings.read('pdf', 'pipeline');
  const time = { until: began + stageMinutes * 30_000, end: began + stageMinutes * 60_000 };
  const read = await readSoFar(deps.database.read, docId);
  const missing = wanted.filter((page) => !read.has(page));
  if (missing.length > 0 && !enabled) throw new DocumentError('ocrOff');
  const atOnce = engine === 'mistral' ? pagesAtOnce : 1;
  const keep = async (made: ReadonlyMap<number, string | null>) => {
    for (const [page, content] of made) read.set(page, content);
    const progress = 5 + Math.floor((34 * read.size) / Math.max(1, wanted.length));
    await commitWork(deps, work, { progress }, async (tx) => {
      await keepPages(tx, docId, made);
      return {};
    });
    work.report(progress);
  };
  const calls = Math.ceil(missing.length / atOnce);
  const isComplete = await withReader(deps, work, { bytes, calls, time }, async (readPages) => {
    for (let from = 0; from < missing.length; from += atOnce) {
      work.signal.throwIfAborted();
      if (from > 0 && performance.now() > time.until) return false;
      await keep(await readPages(missing.slice(from, from + atOnce)));
    }
    return true;
  });
  if (!isComplete) return null;
  const own = text.split(pageBreak);
  for (const page of wanted) own[page - 1] = read.get(page) ?? own[page - 1] ?? '';
  return { text: own.join(pageBreak), pages: wanted.filter((page) => typeof read.get(page) === 'string').length };
}
