import { ConnectionTestError, OutboundError } from '../../../platform/outbound/index.ts';
import type { Reader, Tx } from '../../../platform/store/database.ts';
import { type OcrBounds, type OcrRequest, requestOcr, toPdfDataUrl } from '../ocr/call-ocr.ts';
import { uploadPdfToMistral } from '../ocr/mistral-file.ts';
import { DocumentError, type DocumentErrorCode } from '../parse/document-error.ts';
import { pageBreak, toStorableText } from '../text/clean-text.ts';
import type { Parsed } from '../work/parse-stage.ts';
import { commitWork, getBounds, type Work, type WorkDeps } from '../work/work.ts';

const table = 'pdf_ocr_pages';

/** Returns the pages read by OCR so far; null for a page without an image. */
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

/**
 * Maps an error of a call to the engine to a document error code; null for any other error. Temporary errors map to `ocrBusy`.
 */
function getReason(error: unknown): DocumentErrorCode | null {
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

/** Runs a call to the engine and converts its errors to DocumentError. */
async function request<T>({ signal }: Work, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    signal.throwIfAborted();
    const code = getReason(error);
    throw code === null ? error : new DocumentError(code);
  }
}

/** Time limits of a stage, so that no call to an engine outlasts it. */
interface StageTime {
  /** In `performance.now()` time: no call starts after `until`, and none runs past `end`. */
  readonly until: number;
  readonly end: number;
}

/** Time reserved at the end of a stage for storing the results, in ms. */
const storeMs = 2_000;
/** Minimum timeout of a call, in ms. */
const shortestCall = 1_000;

const getBoundsIn = ({ signal }: Work, { end }: StageTime): OcrBounds => ({
  signal,
  withinMs: Math.max(shortestCall, Math.floor(end - storeMs - performance.now())),
});

type ReadPages = (pages: readonly number[]) => Promise<ReadonlyMap<number, string | null>>;

/** Calls `use` with a function that reads pages of the document, and cleans up afterwards. */
async function withReader<T>(
  deps: WorkDeps,
  work: Work,
  { bytes, calls, time }: { readonly bytes: Buffer; readonly calls: number; readonly time: StageTime },
  use: (read: ReadPages) => Promise<T>,
): Promise<T> {
  const { engine } = await deps.settings.read('pdf', 'ocr');
  if (engine === 'vision') return use(([page = 1]) => readPicture(deps, work, bytes, page, time));
  // A single call includes the file, because uploading it first would take three calls.
  const file =
    calls > 1
      ? await request(work, () => uploadPdfToMistral(deps, bytes, getBoundsIn(work, time)))
      : { url: toPdfDataUrl(bytes), purge: async () => undefined };
  try {
    return await use((pages) =>
      request(work, () => requestOcr(deps, { kind: 'pages', url: file.url, pages }, getBoundsIn(work, time))),
    );
  } finally {
    await file.purge();
  }
}

async function readPicture(deps: WorkDeps, work: Work, bytes: Buffer, page: number, time: StageTime) {
  const picture = await deps.parser.picture({ bytes, page }, getBounds(work));
  if (picture === null) return new Map([[page, null]]);
  const given: OcrRequest = { kind: 'picture', png: Buffer.from(picture), page };
  return request(work, () => requestOcr(deps, given, getBoundsIn(work, time)));
}

export interface OcrText {
  readonly text: string;
  /** Number of pages read by OCR. */
  readonly pages: number;
}

/**
 * Returns the text of a document with some pages read by OCR. The pages of each call are stored immediately, so that none is
 * requested twice. Returns null when half of the stage's time is used and pages are left. Pages without an image keep their own
 * text.
 * @param startedAt start of the stage in `performance.now()` time
 */
export async function readByOcr(
  deps: WorkDeps,
  work: Work,
  { text, bytes }: Parsed,
  wanted: readonly number[],
  startedAt: number,
): Promise<OcrText | null> {
  const docId = Number(work.row.id);
  const { enabled, engine, pagesAtOnce } = await deps.settings.read('pdf', 'ocr');
  const { stageMinutes } = await deps.settings.read('pdf', 'pipeline');
  const time = { until: startedAt + stageMinutes * 30_000, end: startedAt + stageMinutes * 60_000 };
  const read = await readSoFar(deps.database.read, docId);
  const missing = wanted.filter((page) => !read.has(page));
  if (missing.length > 0 && !enabled) throw new DocumentError('ocrOff');
  const atOnce = engine === 'mistral' ? pagesAtOnce : 1;
  const store = async (made: ReadonlyMap<number, string | null>) => {
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
      await store(await readPages(missing.slice(from, from + atOnce)));
    }
    return true;
  });
  if (!isComplete) return null;
  const own = text.split(pageBreak);
  for (const page of wanted) own[page - 1] = read.get(page) ?? own[page - 1] ?? '';
  return { text: own.join(pageBreak), pages: wanted.filter((page) => typeof read.get(page) === 'string').length };
}
