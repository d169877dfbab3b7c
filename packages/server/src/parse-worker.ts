import { parentPort } from 'node:worker_threads';
import { DocumentError } from './documents/parse/document-error.ts';
import type { ParseJob, ParseOutcome } from './documents/parse/parse-apart.ts';
import { readDocument } from './documents/parse/read-document.ts';

// A thread that reads documents, one after the other. Whatever one makes of it, the server that started it lives on.
const answer = (outcome: ParseOutcome) => parentPort?.postMessage(outcome);
parentPort?.on('message', ({ bytes, format, limits }: ParseJob) => {
  readDocument(Buffer.from(bytes), format, limits).then(
    (document) => answer({ ok: true, document }),
    (error: unknown) => answer({ ok: false, code: error instanceof DocumentError ? error.code : 'damaged' }),
  );
});
parentPort?.postMessage('ready');
