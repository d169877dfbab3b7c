import { Worker } from 'node:worker_threads';
import type { DocumentFormat } from '../document-format.ts';
import { type ChunkRule, chunkText, type TextChunk } from '../text/chunk-text.ts';
import { type CleanedText, type CleanRule, cleanText } from '../text/clean-text.ts';
import { DocumentError, type DocumentErrorCode, isDocumentErrorCode } from './document-error.ts';
import { type ReadDocument, type ReadLimits, readDocument } from './read-document.ts';

/** Input of a parse job in the worker thread. */
export interface ParseJob {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly limits: ReadLimits;
}

export interface CleanJob {
  readonly raw: string;
  readonly rule: CleanRule;
}

export interface CutJob {
  readonly text: string;
  readonly rule: ChunkRule;
  /** Ranges of the text to chunk separately. Default: the full text. */
  readonly ranges?: readonly (readonly [from: number, to: number])[];
}

/** Input of an image extraction. `page` counts from 1. */
export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly page: number;
}

/** The actions of a worker thread. */
export interface ParserActions {
  read(job: ParseJob): Promise<ReadDocument>;
  /** Returns the image that fills the page as PNG; null when no image does. */
  picture(job: PictureJob): Promise<Uint8Array | null>;
  clean(job: CleanJob): Promise<CleanedText>;
  cut(job: CutJob): Promise<TextChunk[]>;
}

/** Long-running document actions, used in the worker thread and for short texts in the process itself. */
export const parserActions: ParserActions = {
  read: ({ bytes, format, limits }) => readDocument(Buffer.from(bytes), format, limits),
  picture: async ({ bytes, page }) => (await import('./page-picture.ts')).extractPageImage(Buffer.from(bytes), page),
  clean: async ({ raw, rule }) => cleanText(raw, rule),
  cut: async ({ text, rule, ranges = [[0, text.length]] }) =>
    ranges.flatMap(([from, to]) => chunkText(text, rule, from, to)),
};

export interface ParseRequest<K extends keyof ParserActions = keyof ParserActions> {
  readonly availableAction: K;
  readonly job: Parameters<ParserActions[K]>[0];
}

/** Response of the worker thread. */
export type ParseOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: DocumentErrorCode; readonly detail: string | null };

export interface ParseBounds {
  readonly timeoutMs: number;
  /** Terminates the thread when the work was canceled. */
  readonly signal: AbortSignal;
}

/** Parses documents. Work that may need much time or memory runs in a separate thread, which is terminated at a limit. */
export interface DocumentParser {
  /** Throws DocumentError. */
  parse(job: ParseJob, bounds: ParseBounds): Promise<ReadDocument>;
  picture(job: PictureJob, bounds: ParseBounds): Promise<Uint8Array | null>;
  clean(job: CleanJob, bounds: ParseBounds): Promise<CleanedText>;
  cut(job: CutJob, bounds: ParseBounds): Promise<TextChunk[]>;
}

/** Heap limits of a worker thread, in MB. */
const threadBounds = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/**
 * Maximum growth of the process while a document is parsed, in bytes. Node.js does not limit memory of a thread outside its heap.
 */
const maxGrowth = 768 * 1024 * 1024;
const memoryCheckMs = 100;
/** Idle time after which a thread ends, in ms, so that an idle server uses no memory for it. */
const idleMs = 30_000;
/** Timeout for the start of a thread, in ms. A loaded machine may need long. */
const startMs = 60_000;

/** Maximum bytes of plain text that is processed without a thread, because it takes less time than starting one. */
const quickBytes = 128 * 1024;
const plain: readonly DocumentFormat[] = ['text', 'markdown'];

/** Starts a worker thread. A build has its script next to the server; in development a TypeScript loader is registered first. */
function startWorker(): Worker {
  const settings = { resourceLimits: threadBounds, stdout: true, stderr: true };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./parse-worker.mjs', import.meta.url), settings);
  const source = new URL('../../../parse-worker.ts', import.meta.url).href;
  const taught = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); });`;
  return new Worker(taught, { ...settings, eval: true });
}

export function createDocumentParser(): DocumentParser {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const take = async (): Promise<Worker> => {
    const [free] = idle;
    if (!free) return waitUntilReady(startWorker());
    clearTimeout(free[1]);
    idle.delete(free[0]);
    free[0].ref();
    return free[0];
  };
  const returnWorker = (worker: Worker) => {
    worker.unref();
    const end = () => {
      idle.delete(worker);
      void worker.terminate();
    };
    idle.set(worker, setTimeout(end, idleMs).unref());
  };
  const apart = async <T>(requested: ParseRequest, bounds: ParseBounds): Promise<T> => {
    bounds.signal.throwIfAborted();
    const worker = await take();
    const outcome = await runRequest(worker, requested, bounds).catch((error: unknown) => {
      void worker.terminate();
      throw error;
    });
    returnWorker(worker);
    if (outcome.ok) return outcome.result as T;
    throw new DocumentError(isDocumentErrorCode(outcome.code) ? outcome.code : 'damaged', outcome.detail);
  };
  return {
    async parse(job, bounds) {
      const isQuick = plain.includes(job.format) && job.bytes.length <= quickBytes;
      return isQuick ? parserActions.read(job) : apart({ availableAction: 'read', job }, bounds);
    },
    picture: (job, bounds) => apart({ availableAction: 'picture', job }, bounds),
    async clean(job, bounds) {
      return job.raw.length <= quickBytes ? parserActions.clean(job) : apart({ availableAction: 'clean', job }, bounds);
    },
    async cut(job, bounds) {
      return job.text.length <= quickBytes ? parserActions.cut(job) : apart({ availableAction: 'cut', job }, bounds);
    },
  };
}

/** Resolves when the thread is ready, so that the timeout of a document excludes the start. */
function waitUntilReady(worker: Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      void worker.terminate();
      reject(new DocumentError('unexpected'));
    };
    const timer = setTimeout(fail, startMs);
    worker.once('error', fail);
    worker.once('message', () => {
      clearTimeout(timer);
      worker.off('error', fail);
      resolve(worker);
    });
  });
}

/** Returns the memory of the process in bytes; 0 when it cannot be read, for example without free file descriptors. */
function getResidentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

/** Runs one request in a thread. Rejects when the caller must terminate the thread. */
function runRequest(
  worker: Worker,
  requested: ParseRequest,
  { timeoutMs, signal }: ParseBounds,
): Promise<ParseOutcome> {
  return new Promise((resolve, reject) => {
    const before = process.memoryUsage.rss();
    const stopped = () => fail(signal.reason);
    const died = (error?: Error) =>
      fail(new DocumentError(getCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'damaged'));
    const answered = (outcome: ParseOutcome) => {
      finish();
      resolve(outcome);
    };
    const exited = () => died();
    const finish = () => {
      clearTimeout(timer);
      clearInterval(look);
      signal.removeEventListener('abort', stopped);
      worker.off('message', answered).off('error', died).off('exit', exited);
    };
    const fail = (error: unknown) => {
      finish();
      worker.on('error', () => undefined);
      reject(error);
    };
    const timer = setTimeout(() => fail(new DocumentError('timeout')), timeoutMs);
    const look = setInterval(() => {
      if (getResidentBytes() - before > maxGrowth) fail(new DocumentError('memory'));
    }, memoryCheckMs);
    signal.addEventListener('abort', stopped, { once: true });
    worker.once('message', answered).once('error', died).once('exit', exited);
    worker.postMessage(requested);
  });
}

function getCode(error: Error | undefined): unknown {
  return error !== undefined && 'code' in error ? error.code : undefined;
}
