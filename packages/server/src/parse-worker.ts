import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError } from './documents/parse/document-error.ts';
import type { ParseJob, ParseOutcome } from './documents/parse/parse-apart.ts';
import { readDocument } from './documents/parse/read-document.ts';

// A thread that reads one document and ends. Whatever a document makes of it, the server that started it lives on.
const { bytes, format, limits } = workerData as ParseJob;
const answer = (outcome: ParseOutcome) => parentPort?.postMessage(outcome);
try {
  answer({ ok: true, document: await readDocument(Buffer.from(bytes), format, limits) });
} catch (error) {
  answer({ ok: false, code: error instanceof DocumentError ? error.code : 'damaged' });
}
