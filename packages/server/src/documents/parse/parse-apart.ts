import { Worker } from 'node:worker_threads';
import type { DocumentFormat } from '../document-format.ts';
import { DocumentError, type DocumentErrorCode, isDocumentErrorCode } from './document-error.ts';
import { type ReadDocument, type ReadLimits, readDocument } from './read-document.ts';

/** What the thread is given. */
export interface ParseJob {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly limits: ReadLimits;
}

/** What it answers. */
export type ParseOutcome =
  | { readonly ok: true; readonly document: ReadDocument }
  | { readonly ok: false; readonly code: DocumentErrorCode };

export interface ParseBounds {
  readonly timeoutMs: number;
  /** Ends the thread: the work is wanted no more. */
  readonly signal: AbortSignal;
}

/** Of the thread's heap, in MB. */
const heap = 384;
/** How much the whole process may grow while a document is read, in bytes: what a thread holds beside its heap has no limit of its own. */
const mostGrowth = 768 * 1024 * 1024;
const lookEveryMs = 100;

const threadBounds = { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Built, the thread's program stands beside that of the server; from the sources it is TypeScript, which is taught to it first. */
function startWorker(job: ParseJob): Worker {
  const settings = { workerData: job, resourceLimits: threadBounds, stdout: true, stderr: true };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./parse-worker.mjs', import.meta.url), settings);
  const source = new URL('../../parse-worker.ts', import.meta.url).href;
  const taught = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); });`;
  return new Worker(taught, { ...settings, eval: true });
}

/** Plain text of at most so many bytes is read at once: it cannot take long, and starting a thread does. */
const quickBytes = 1024 * 1024;
const plain: readonly DocumentFormat[] = ['text', 'markdown'];

/** The text of a document; what can take long or much is read in a thread of its own, which is ended then. Throws DocumentError. */
export async function parseApart(job: ParseJob, bounds: ParseBounds): Promise<ReadDocument> {
  const isQuick = plain.includes(job.format) && job.bytes.length <= quickBytes;
  return isQuick ? readDocument(Buffer.from(job.bytes), job.format, job.limits) : inThread(job, bounds);
}

function inThread(job: ParseJob, { timeoutMs, signal }: ParseBounds): Promise<ReadDocument> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = startWorker(job);
    const before = process.memoryUsage.rss();
    const stopped = () => fail(signal.reason);
    const finish = () => {
      clearTimeout(timer);
      clearInterval(look);
      signal.removeEventListener('abort', stopped);
      void worker.terminate();
    };
    const fail = (error: unknown) => {
      finish();
      reject(error);
    };
    const timer = setTimeout(() => fail(new DocumentError('timeout')), timeoutMs);
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > mostGrowth) fail(new DocumentError('memory'));
    }, lookEveryMs);
    signal.addEventListener('abort', stopped, { once: true });
    worker.once('message', (outcome: ParseOutcome) => {
      finish();
      if (outcome.ok) resolve(outcome.document);
      else reject(new DocumentError(isDocumentErrorCode(outcome.code) ? outcome.code : 'damaged'));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      fail(new DocumentError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'damaged')),
    );
    worker.once('exit', () => fail(new DocumentError('damaged')));
  });
}
